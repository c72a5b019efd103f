// The map: points on one canvas, marks on another, drawn when something has changed and not otherwise.
import { effect } from '@preact/signals';
import { FOUND, SELECTED, askedVersion, mapVersion, points, watchPoints } from '../state/points';
import { narrowed } from '../state/filter';
import { coloring } from '../state/coloring';
import { queue, target } from '../state/queue';
import { alone, beyond, classNames, hovered, selection } from '../state/store';
import { regions } from '../state/regions';
import { cssColor, dark } from '../state/theme';
import { bulk, extremes, outside } from './bounds';
import { Camera, type Box } from './camera';
import { Grid } from './grid';
import type { Line } from './lasso';
import { Motion } from './motion';
import { Names } from './names';
import { drawOverlay } from './overlay';
import { Pace } from './pace';
import { Renderer } from './renderer';
import { uploader } from './upload';

type Triple = [number, number, number];
const channels = (color: string) =>
  (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((one) => +one / 255) as Triple;

const REST = 150;

export class Plot {
  readonly camera = new Camera();
  readonly motion = new Motion();
  lasso: Line = [];
  /** Called after each draw, with the milliseconds that the CPU was busy. */
  whenDrawn: (milliseconds: number) => void = () => undefined;
  /** Called with what is in view, once that stays. */
  whenResting: (box: Box) => void = () => undefined;
  whenMoving: () => void = () => undefined;
  private renderer: Renderer;
  private grid: Grid | null = null;
  private readonly names = new Names();
  private colors = { ink: '', paper: '', accent: '' };
  private readonly pace = new Pace(() => this.draw());
  private ratio = 1;
  private asked = false;
  private stale = true;
  /** Whether rows that lie far out are to be in view too. */
  private wide = false;
  private box: Box | null = null;
  private resting = 0;

  constructor(
    private readonly ground: HTMLCanvasElement,
    private readonly marks: HTMLCanvasElement,
    gl: WebGL2RenderingContext,
  ) {
    this.renderer = new Renderer(gl);
    ground.addEventListener('webglcontextlost', (event) => event.preventDefault());
    ground.addEventListener('webglcontextrestored', () => {
      this.renderer = new Renderer(gl);
      this.upload();
    });
    this.upload();
    new ResizeObserver(() => this.resize()).observe(marks);
    effect(() => {
      void dark.value;
      this.colors = { ink: cssColor('--ink'), paper: cssColor('--paper'), accent: cssColor('--accent') };
      this.draw();
    });
    effect(() => {
      void [alone.value, selection.value, narrowed.value, coloring.value, regions.value];
      this.draw();
    });
    effect(() => {
      void [queue.value, target.value, hovered.value];
      this.drawMarks();
    });
    effect(() => {
      void askedVersion.value;
      this.names.update(mapVersion.value, points, classNames.value.length);
      this.draw();
    });
  }

  /** Everything anew: at the start, or when the graphics card has forgotten. */
  private upload(): void {
    const placed = (first: boolean) => {
      this.grid = this.box = null;
      if (this.camera.whole) {
        if (first) this.camera.fit(this.bounds(), false);
        else this.camera.follow(this.bounds());
      }
      this.draw();
    };
    watchPoints(uploader(this.renderer, this.motion, placed, () => this.draw()));
  }

  /** What is worth the window: nearly all rows, or all where they are wanted. */
  private bounds(): Box {
    if (!this.box) {
      this.box = (this.wide ? extremes : bulk)(points.x, points.y);
      beyond.value = this.wide ? 0 : outside(this.box, points.x, points.y);
    }
    return this.box;
  }

  /** The whole map; asked for again, with the rows that lie far out. */
  fit(): void {
    this.wide = this.camera.whole && !this.wide && beyond.value > 0;
    this.box = null;
    this.camera.fit(this.bounds(), true);
    this.draw();
  }

  /** Brings a row into view where the user chose what is seen; else an arrow at the edge points to it. */
  reveal(row: number): void {
    if (!points.x.length || this.camera.whole) return;
    const [x, y] = [points.x[row], points.y[row]];
    const [px, py] = this.camera.toPixel(x, y);
    if (px > 20 && py > 20 && px < this.camera.width - 20 && py < this.camera.height - 50) return;
    this.camera.go({ ...this.camera.view, x, y }, true);
    this.draw();
  }

  /** The part of the map that is in view. */
  window(): Box {
    const { width, height } = this.camera;
    const [[left, top], [right, bottom]] = [this.camera.toMap(0, 0), this.camera.toMap(width, height - 32)];
    return { left, right, bottom, top };
  }

  /** Where a row is now, in pixels of the map. */
  pixel(row: number): [number, number] {
    return this.camera.toPixel(...this.motion.place(row));
  }

  rowAt(px: number, py: number, within = 12): number | null {
    if (!points.x.length || this.motion.underway) return null;
    this.grid ??= new Grid(points.x, points.y);
    const [x, y] = this.camera.toMap(px, py);
    return this.grid.nearest(x, y, within / this.camera.view.scale);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.marks;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    for (const canvas of [this.ground, this.marks]) {
      canvas.width = Math.max(1, Math.round(width * this.ratio));
      canvas.height = Math.max(1, Math.round(height * this.ratio));
    }
    this.camera.resize(width, height);
    if (this.camera.whole) this.camera.fit(this.bounds(), false);
    this.stale = true;
    this.paint(0); // at once: a resized canvas is empty
  }

  /** As draw, while something moves: fewer rows where all of them take too long. */
  hurry(): void {
    this.whenMoving();
    this.pace.hurry();
    this.draw();
  }

  draw(): void {
    this.stale = true;
    this.drawMarks();
  }

  /** Only what lies over the points: they stay on the screen as they are. */
  drawMarks(): void {
    if (this.asked) return;
    this.asked = true;
    const since = performance.now();
    requestAnimationFrame(() => {
      this.asked = false;
      this.paint(performance.now() - since);
    });
  }

  private paint(waited: number): void {
    const start = performance.now();
    const more = this.camera.advance(start);
    const { t, underway } = this.motion;
    if (this.stale) this.paintGround(t, waited);
    this.stale = false;
    const shown = points.x.length > 0;
    drawOverlay(this.marks, {
      ...this.colors,
      ratio: this.ratio,
      width: this.camera.width,
      height: this.camera.height,
      suggestions: shown ? queue.value : [],
      quiet: selection.value.length > 0 || narrowed.value,
      target: shown && !selection.value.length ? target.value : null,
      hovered: shown ? hovered.value : null,
      names: [...this.names.pixels(this.camera, t), ...this.regionNames()],
      lasso: this.lasso,
      pixel: (row) => this.pixel(row),
    });
    this.whenDrawn(performance.now() - start);
    if (more || underway) this.hurry();
    else this.rest();
  }

  /** Tells what is in view once nothing has moved for a moment. */
  private rest(): void {
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.whenResting(this.window()), REST);
  }

  /** What rows are about, by their texts, as long as no class has a name there. */
  private regionNames(): { text: string; x: number; y: number; soft: true }[] {
    return regions.value.map(({ words, x, y }) => {
      const [px, py] = this.camera.toPixel(x, y);
      return { text: words, x: px, y: py, soft: true as const };
    });
  }

  private paintGround(t: number, waited: number): void {
    this.renderer.draw({
      camera: this.camera,
      t,
      every: this.pace.next(waited, points.n),
      ratio: this.ratio,
      only: alone.value,
      needed: selection.value.length ? SELECTED : narrowed.value ? FOUND : 0,
      by: coloring.value.by === 'class' ? 0 : coloring.value.by === 'sureness' ? 1 : 2,
      dark: dark.value,
      ink: channels(this.colors.ink),
      paper: channels(this.colors.paper),
    });
  }
}
