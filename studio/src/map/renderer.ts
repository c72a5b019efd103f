// Draws all rows with WebGL2: one buffer for each array, two draw calls, everything else in the shaders.
// No code is generated at run time, so that the page needs no 'unsafe-eval'.
import { COLORS, COLORS_ON_DARK, HEAT, NEUTRAL, NONE, parts } from '../palette/colors';
import { ASKED, CHECK } from '../state/points';
import { drawAtlas } from './atlas';
import { Buffers } from './buffers';
import { type Camera, ROOMY } from './camera';
import { ATTRIBUTES, FRAGMENT, VERTEX } from './shaders';

export interface Scene {
  camera: Camera;
  t: number;
  /** One of so many unlabeled rows is drawn. */
  every: number;
  ratio: number;
  only: number | null;
  /** Bits of `mark` that rows need to stand out; 0: none. */
  needed: number;
  /** What colours mean: 0 classes, 1 sureness, 2 a column. */
  by: number;
  dark: boolean;
  ink: [number, number, number];
  paper: [number, number, number];
}

function compile(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('the browser makes no shaders: reload the page');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  ATTRIBUTES.forEach((name, at) => gl.bindAttribLocation(program, at, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the map's shaders do not link: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}

/** Radius of an unlabeled row in pixels: smaller the more there are, larger the closer one looks. */
export function pointRadius(n: number, camera: Camera): number {
  const room = (camera.width * camera.height) / Math.max(n, 1);
  const whole = Math.min(Math.max(0.75 * room ** 0.25, 0.9), 5);
  return Math.min(whole * Math.max(camera.closeness(), 0.6) ** 0.3, 7);
}

/** The more rows lie over each other, the more they let through: what is dense is seen as dense. */
function opacity(n: number, radius: number, camera: Camera): number {
  const area = camera.width * camera.height * camera.closeness() ** 2;
  const covered = (n * Math.PI * radius ** 2) / Math.max(area, 1);
  return Math.min(Math.max(0.95 / (1 + covered) ** 0.7, 0.1), 0.9);
}

/** Labeled rows are few and large, until they are many or the window is small. */
function labeledRadius(count: number, camera: Camera): number {
  const room = Math.min(Math.min(camera.width, camera.height) / ROOMY, 1) ** 0.6;
  const whole = Math.max(5 * room * Math.min(120 / Math.max(count, 1), 1) ** 0.25, 2.5);
  return Math.min(whole * Math.max(camera.closeness(), 1) ** 0.15, 7);
}

export class Renderer {
  readonly buffers: Buffers;
  private readonly program: WebGLProgram;
  private readonly places = new Map<string, WebGLUniformLocation | null>();

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.program = compile(gl);
    this.buffers = new Buffers(gl);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, drawAtlas());
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  private at(name: string): WebGLUniformLocation | null {
    let place = this.places.get(name);
    if (place === undefined) {
      place = this.gl.getUniformLocation(this.program, name);
      this.places.set(name, place);
    }
    return place;
  }

  draw(scene: Scene): void {
    const { gl, buffers } = this;
    const { camera, ratio, paper, ink } = scene;
    const { x, y, scale } = camera.view;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!buffers.n || !buffers.placed) return;
    gl.useProgram(this.program);
    gl.uniform2f(this.at('centre'), x, y);
    gl.uniform2f(this.at('scale'), (2 * scale) / camera.width, (2 * scale) / camera.height);
    gl.uniform1f(this.at('t'), scene.t);
    const radius = pointRadius(buffers.n, camera);
    gl.uniform1f(this.at('radius'), radius * ratio);
    gl.uniform1f(this.at('frontRadius'), labeledRadius(buffers.frontCount, camera) * ratio);
    gl.uniform1f(this.at('density'), opacity(buffers.n, radius, camera));
    gl.uniform1ui(this.at('only'), scene.only ?? NONE);
    gl.uniform1ui(this.at('needed'), scene.needed);
    gl.uniform1ui(this.at('by'), scene.by);
    gl.uniform3fv(this.at('heat'), HEAT.flatMap(parts));
    gl.uniform3fv(this.at('colors'), (scene.dark ? COLORS_ON_DARK : COLORS).flatMap(parts));
    gl.uniform3fv(this.at('neutral'), parts(NEUTRAL));
    gl.uniform3fv(this.at('ink'), ink);
    gl.uniform3fv(this.at('paper'), paper);
    const count = buffers.bind(scene.every);
    gl.uniform1i(this.at('front'), 0);
    gl.drawArrays(gl.POINTS, 0, count);
    buffers.bind(1);
    gl.uniform1i(this.at('front'), 1);
    gl.drawElements(gl.POINTS, buffers.frontCount, gl.UNSIGNED_INT, 0);
  }
}

/** Rows that are drawn over the others: labeled ones and check rows. */
export function frontRows(label: Uint16Array, mark: Uint8Array): Uint32Array {
  const raised = (row: number) => label[row] !== NONE || (mark[row] & (CHECK | ASKED)) !== 0;
  let count = 0;
  for (let row = 0; row < label.length; row++) if (raised(row)) count++;
  const rows = new Uint32Array(count);
  let k = 0;
  for (let row = 0; row < label.length; row++) if (raised(row)) rows[k++] = row;
  return rows;
}
