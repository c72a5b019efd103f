// The arrays on the graphics card: made once for n rows, then written over in place.
import { ATTRIBUTES, type Attribute } from './shaders';

type Column = Float32Array | Uint16Array | Uint8Array;

export class Buffers {
  n = 0;
  /** Whether positions have arrived. */
  placed = false;
  frontCount = 0;
  private readonly array: WebGLVertexArrayObject;
  private readonly front: WebGLBuffer;
  private readonly buffers = new Map<Attribute, WebGLBuffer>();

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.array = gl.createVertexArray();
    this.front = gl.createBuffer();
    for (const name of ATTRIBUTES) this.buffers.set(name, gl.createBuffer());
  }

  /** Room for n rows in every buffer. */
  resize(n: number): void {
    const { gl } = this;
    this.n = n;
    this.placed = false;
    gl.bindVertexArray(this.array);
    ATTRIBUTES.forEach((name, at) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(name) ?? null);
      const [width, kind] =
        at < 4
          ? ([4, gl.FLOAT] as const)
          : name === 'sure' || name === 'mark'
            ? ([1, gl.UNSIGNED_BYTE] as const)
            : ([2, gl.UNSIGNED_SHORT] as const);
      gl.bufferData(gl.ARRAY_BUFFER, Math.max(width * n, 4), gl.DYNAMIC_DRAW);
      gl.enableVertexAttribArray(at);
      if (kind === gl.FLOAT) gl.vertexAttribPointer(at, 1, kind, false, 0, 0);
      else gl.vertexAttribIPointer(at, 1, kind, 0, 0);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.front);
    gl.bindVertexArray(null);
  }

  write(name: Attribute, values: Column): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(name) ?? null);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, values);
  }

  /** Some rows only: a few by themselves, many as one range. */
  writeRows(name: Attribute, values: Column, rows: ArrayLike<number>): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(name) ?? null);
    const width = values.BYTES_PER_ELEMENT;
    if (rows.length <= 32) {
      for (let k = 0; k < rows.length; k++) {
        gl.bufferSubData(gl.ARRAY_BUFFER, rows[k] * width, values, rows[k], 1);
      }
      return;
    }
    let [first, last] = [Infinity, -1];
    for (let k = 0; k < rows.length; k++) {
      first = Math.min(first, rows[k]);
      last = Math.max(last, rows[k]);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, first * width, values, first, last - first + 1);
  }

  writeFront(rows: Uint32Array): void {
    const { gl } = this;
    gl.bindVertexArray(this.array);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, rows, gl.DYNAMIC_DRAW);
    gl.bindVertexArray(null);
    this.frontCount = rows.length;
  }

  bind(): void {
    this.gl.bindVertexArray(this.array);
  }
}
