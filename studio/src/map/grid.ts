// Rows by the cell of a grid that they lie in: which row is under the pointer?

export class Grid {
  private readonly side: number;
  private readonly starts: Uint32Array;
  private readonly rows: Uint32Array;
  private readonly low: [number, number];
  private readonly cell: number;

  /** Two passes over the rows: count, then place. */
  constructor(
    private readonly x: Float32Array,
    private readonly y: Float32Array,
  ) {
    const n = x.length;
    this.side = Math.min(Math.max(Math.ceil(Math.sqrt(n) / 2), 1), 512);
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let row = 0; row < n; row++) {
      left = Math.min(left, x[row]);
      right = Math.max(right, x[row]);
      bottom = Math.min(bottom, y[row]);
      top = Math.max(top, y[row]);
    }
    this.low = [left, bottom];
    this.cell = Math.max(right - left, top - bottom, 1e-9) / this.side;
    this.starts = new Uint32Array(this.side * this.side + 1);
    for (let row = 0; row < n; row++) this.starts[this.cellOf(x[row], y[row]) + 1]++;
    for (let k = 1; k < this.starts.length; k++) this.starts[k] += this.starts[k - 1];
    const next = this.starts.slice();
    this.rows = new Uint32Array(n);
    for (let row = 0; row < n; row++) this.rows[next[this.cellOf(x[row], y[row])]++] = row;
  }

  private along(value: number, low: number): number {
    return Math.min(Math.max(Math.floor((value - low) / this.cell), 0), this.side - 1);
  }

  private cellOf(x: number, y: number): number {
    return this.along(y, this.low[1]) * this.side + this.along(x, this.low[0]);
  }

  /** The nearest row within a distance, or null. */
  nearest(px: number, py: number, distance: number): number | null {
    if (!this.rows.length) return null;
    const [left, right] = [this.along(px - distance, this.low[0]), this.along(px + distance, this.low[0])];
    const [bottom, top] = [this.along(py - distance, this.low[1]), this.along(py + distance, this.low[1])];
    let best = distance * distance;
    let found: number | null = null;
    for (let v = bottom; v <= top; v++) {
      const last = this.starts[v * this.side + right + 1];
      for (let k = this.starts[v * this.side + left]; k < last; k++) {
        const row = this.rows[k];
        const square = (this.x[row] - px) ** 2 + (this.y[row] - py) ** 2;
        if (square <= best) [best, found] = [square, row];
      }
    }
    return found;
  }
}
