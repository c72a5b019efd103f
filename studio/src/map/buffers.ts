// The arrays on the graphics card: made once for n rows, then written over in place.
import { ATTRIBUTES, type Attribute } from './shaders';

/** Bytes of one value. */
const WIDTHS: Record<Attribute, number> = {
  fromX: 4,
  fromY: 4,
  toX: 4,
  toY: 4,
  predicted: 2,
  sure: 1,
  label: 2,
  mark: 1,
  value: 1,
};

type Column = Float32Array | Uint16Array | Uint8Array;

export class Buffers {
  n = 0;
  /** Whether positions have arrived. */
  placed = false;
  frontCount = 0;
  private every = 1;
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
    for (const name of ATTRIBUTES) {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(name) ?? null);
      gl.bufferData(gl.ARRAY_BUFFER, Math.max(WIDTHS[name] * n, 4), gl.DYNAMIC_DRAW);
    }
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.front);
    this.pointAt(1);
    gl.bindVertexArray(null);
  }

  /** Reads every row, or every second, fourth, … : a stride over what lies there, nothing is copied. */
  private pointAt(every: number): void {
    const { gl } = this;
    ATTRIBUTES.forEach((name, at) => {
      const width = WIDTHS[name];
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.get(name) ?? null);
      gl.enableVertexAttribArray(at);
      if (width === 4) gl.vertexAttribPointer(at, 1, gl.FLOAT, false, width * every, 0);
      else
        gl.vertexAttribIPointer(at, 1, width === 2 ? gl.UNSIGNED_SHORT : gl.UNSIGNED_BYTE, width * every, 0);
    });
    this.every = every;
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

  /** For drawing one of so many rows; returns how many that are. */
  bind(every: number): number {
    this.gl.bindVertexArray(this.array);
    if (every !== this.every) this.pointAt(every);
    return Math.floor(this.n / every);
  }
}
