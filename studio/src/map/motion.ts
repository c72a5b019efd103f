// How points go from their last places to the new ones.
import { calm } from '../state/theme';

export const MOTION_MS = 300;

/** Slow, fast, slow; 0 … 1. */
export function eased(t: number): number {
  const s = Math.min(Math.max(t, 0), 1);
  return s * s * (3 - 2 * s);
}

interface Places {
  x: Float32Array;
  y: Float32Array;
}

/** Where all rows were and where they go. */
export class Motion {
  from: Places = { x: new Float32Array(0), y: new Float32Array(0) };
  to: Places = this.from;
  private began = -Infinity;

  /** 0: at the last places, 1: at the new ones. */
  get t(): number {
    return eased((performance.now() - this.began) / MOTION_MS);
  }

  get underway(): boolean {
    return performance.now() - this.began < MOTION_MS;
  }

  /** New places; from where the rows are seen now, or at once. */
  start(next: Places, atOnce: boolean): void {
    if (atOnce || this.to.x.length !== next.x.length) this.from = next;
    else this.from = this.underway ? this.halfway() : this.to;
    this.to = next;
    this.began = this.from === next || calm.matches ? -Infinity : performance.now();
  }

  place(row: number): [number, number] {
    const { t, from, to } = this;
    return [from.x[row] + (to.x[row] - from.x[row]) * t, from.y[row] + (to.y[row] - from.y[row]) * t];
  }

  private halfway(): Places {
    const n = this.to.x.length;
    const { t, from, to } = this;
    const [x, y] = [new Float32Array(n), new Float32Array(n)];
    for (let row = 0; row < n; row++) {
      x[row] = from.x[row] + (to.x[row] - from.x[row]) * t;
      y[row] = from.y[row] + (to.y[row] - from.y[row]) * t;
    }
    return { x, y };
  }
}
