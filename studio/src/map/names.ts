// Where to write the name of a class: in the middle of its densest spot.
import { NONE } from '../palette/colors';
import { shownClass } from '../state/points';
import { className } from '../state/store';
import type { Camera } from './camera';

const SIDE = 24;
const MOST_CLASSES = 64;

export interface Place {
  label: number;
  x: number;
  y: number;
}

interface Rows {
  x: Float32Array;
  y: Float32Array;
  label: Uint16Array;
  predicted: Uint16Array;
  sure: Uint8Array;
  mark: Uint8Array;
}

/** Rows vote for cells by how sure they are; a name goes to the mean of the best cell's surroundings. */
export function namePlaces(rows: Rows, classes: number): Place[] {
  const count = Math.min(classes, MOST_CLASSES);
  const votes = new Float32Array(count * SIDE * SIDE);
  const across = new Float64Array(votes.length);
  const up = new Float64Array(votes.length);
  const cell = (value: number) => Math.min(Math.max(Math.floor(((value + 1) / 2) * SIDE), 0), SIDE - 1);
  for (let row = 0; row < rows.x.length; row++) {
    const label = shownClass(row, rows);
    if (label >= count) continue;
    const weight = rows.label[row] !== NONE ? 1 : rows.sure[row] / 255;
    const k = (label * SIDE + cell(rows.y[row])) * SIDE + cell(rows.x[row]);
    votes[k] += weight;
    across[k] += weight * rows.x[row];
    up[k] += weight * rows.y[row];
  }
  const places: Place[] = [];
  for (let label = 0; label < count; label++) {
    const best = densest(votes.subarray(label * SIDE * SIDE, (label + 1) * SIDE * SIDE));
    let [sum, x, y] = [0, 0, 0];
    for (const near of best) {
      const k = label * SIDE * SIDE + near;
      sum += votes[k];
      x += across[k];
      y += up[k];
    }
    if (sum > 0) places.push({ label, x: x / sum, y: y / sum });
  }
  return places;
}

/** The cells around the one whose surroundings have most votes. */
function densest(votes: Float32Array): number[] {
  let [most, found]: [number, number[]] = [0, []];
  for (let v = 0; v < SIDE; v++) {
    for (let u = 0; u < SIDE; u++) {
      if (!votes[v * SIDE + u]) continue;
      const near: number[] = [];
      for (let b = Math.max(v - 1, 0); b <= Math.min(v + 1, SIDE - 1); b++) {
        for (let a = Math.max(u - 1, 0); a <= Math.min(u + 1, SIDE - 1); a++) near.push(b * SIDE + a);
      }
      const sum = near.reduce((total, k) => total + votes[k], 0);
      if (sum > most) [most, found] = [sum, near];
    }
  }
  return found;
}

/** The names on this map, and where they were on the last one: they move with the rows. */
export class Names {
  private places: Place[] = [];
  private before: Place[] = [];
  private version = 0;

  update(version: number, rows: Rows, classes: number): void {
    if (version !== this.version) this.before = this.places;
    this.version = version;
    this.places = rows.x.length ? namePlaces(rows, classes) : [];
  }

  /** In pixels, between the last map (t = 0) and this one (1). */
  pixels(camera: Camera, t: number): { text: string; x: number; y: number }[] {
    return this.places.map(({ label, x, y }) => {
      const before = this.before.find((one) => one.label === label) ?? { x, y };
      const [px, py] = camera.toPixel(before.x + (x - before.x) * t, before.y + (y - before.y) * t);
      return { text: className(label), x: px, y: py };
    });
  }
}
