// Everything that is known about each row, as flat arrays: no object is made for a point.
import { batch, signal } from '@preact/signals';
import type { LabelAnswer, MapAnswer } from '../api/binary';
import { NONE } from '../palette/colors';

/** Bits of `mark`: the first two are the server's, the others the page's own. */
export const CHECK = 1;
export const SKIPPED = 2;
export const SELECTED = 4;
export const FOUND = 8;
/** Asked as a check row: nobody is told the answer first. */
export const ASKED = 16;
const SERVER = CHECK | SKIPPED;

interface Points {
  n: number;
  x: Float32Array;
  y: Float32Array;
  predicted: Uint16Array;
  sure: Uint8Array;
  label: Uint16Array;
  mark: Uint8Array;
  /** Of the column that colours show: 0 … 254, 255 where there is none. */
  value: Uint8Array;
}

type Answers = Pick<Points, 'label' | 'mark' | 'predicted'>;

/** A check row without an answer: what the model says of it is shown nowhere. The shader decides alike. */
export function isSecret(row: number, { label, mark }: Answers = points): boolean {
  return label[row] === NONE && (mark[row] & (CHECK | ASKED)) !== 0;
}

/** The class that a row shows: its label, else what the model says, unless that is secret. */
export function shownClass(row: number, of: Answers = points): number {
  if (of.label[row] !== NONE) return of.label[row];
  return isSecret(row, of) ? NONE : of.predicted[row];
}

export const points: Points = {
  n: 0,
  x: new Float32Array(0),
  y: new Float32Array(0),
  predicted: new Uint16Array(0),
  sure: new Uint8Array(0),
  label: new Uint16Array(0),
  mark: new Uint8Array(0),
  value: new Uint8Array(0),
};

/** Go up with what the arrays hold; 0: nothing yet. */
export const mapVersion = signal(0);
export const labelVersion = signal(0);
/** Goes up when other rows are asked as check rows. */
export const askedVersion = signal(0);
/** The rows that the last labels changed, where they are few. */
export const changedRows = signal<ArrayLike<number>>([]);

/** What changed, for those who keep copies on the graphics card. Rows: null means all. */
export interface Watcher {
  positions(): void;
  predictions(): void;
  labels(rows: ArrayLike<number> | null): void;
  values(): void;
}
let watcher: Watcher | null = null;
export function watchPoints(one: Watcher): void {
  watcher = one;
  if (!points.n) return;
  watcher.labels(null);
  if (points.predicted.length) watcher.predictions();
  if (points.x.length) watcher.positions();
  if (points.value.length) watcher.values();
}

/** Rows without label, mark or prediction, until the server tells about them. */
export function resize(n: number): void {
  if (points.n === n) return;
  points.n = n;
  points.predicted = new Uint16Array(n).fill(NONE);
  points.sure = new Uint8Array(n);
  points.label = new Uint16Array(n).fill(NONE);
  points.mark = new Uint8Array(n);
  watcher?.labels(null);
}

export function takeMap({ version, n, positions, predictions }: MapAnswer): void {
  resize(n);
  if (predictions) {
    points.predicted = predictions.predicted;
    points.sure = predictions.sure;
    watcher?.predictions();
  }
  if (positions) {
    points.x = positions.x;
    points.y = positions.y;
    watcher?.positions();
  }
  mapVersion.value = version;
}

export function takeValues(values: Uint8Array): void {
  points.value = values;
  watcher?.values();
}

export function takeLabels({ version, rows, label, mark }: LabelAnswer): void {
  const changed = rows ?? differing(label, mark);
  // A label that is shown already is not drawn again: the map that answers it comes a frame sooner.
  const shown = rows?.every((row, k) => !differs(row, label[k], mark[k])) ?? false;
  if (rows) {
    for (let k = 0; k < rows.length; k++) {
      points.label[rows[k]] = label[k];
      setMark(rows[k], mark[k]);
    }
  } else {
    resize(label.length);
    points.label = label;
    for (let row = 0; row < mark.length; row++) setMark(row, mark[row]);
  }
  if (!shown) watcher?.labels(rows);
  batch(() => {
    changedRows.value = changed;
    labelVersion.value = version;
  });
}

const differs = (row: number, label: number, mark: number): boolean =>
  points.label[row] !== label || (points.mark[row] & SERVER) !== (mark & SERVER);

const FEW = 100;

/** Rows that are not yet as they will be; none where they are many. */
function differing(label: Uint16Array, mark: Uint8Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < points.n && rows.length <= FEW; row++) {
    if (differs(row, label[row], mark[row])) rows.push(row);
  }
  return rows.length > FEW ? [] : rows;
}

const setMark = (row: number, mark: number) => {
  points.mark[row] = (points.mark[row] & ~SERVER) | (mark & SERVER);
};

/** Labels shown before the server has answered; returns what takes them back. */
export function labelForNow(rows: ArrayLike<number>, label: number): () => void {
  const before = Array.from(rows, (row) => points.label[row]);
  for (const row of Array.from(rows)) points.label[row] = label;
  watcher?.labels(rows);
  return () => {
    before.forEach((old, k) => {
      if (points.label[rows[k]] === label) points.label[rows[k]] = old;
    });
    watcher?.labels(rows);
  };
}

/** Sets one of the page's own bits on these rows and clears it on all others. */
export function flag(bit: number, rows: ArrayLike<number>): void {
  for (let row = 0; row < points.n; row++) points.mark[row] &= ~bit;
  for (let k = 0; k < rows.length; k++) points.mark[rows[k]] |= bit;
  watcher?.labels(null);
  if (bit === ASKED) askedVersion.value = askedVersion.peek() + 1;
}
