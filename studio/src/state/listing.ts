// The rows that the list shows: those in view, all, those that were found, or those like others.
import { batch, computed, signal } from '@preact/signals';
import { nearRows } from '../api/client';
import type { Box } from '../map/camera';
import { NONE } from '../palette/colors';
import { filtered, passes, status } from './filter';
import { askedVersion, labelVersion, mapVersion, points } from './points';
import { targets } from './queue';
import { listing, panelOpen, recent, say, sayError, tab, type Listing } from './store';

/** The part of the map that is in view. */
export const view = signal<Box | null>(null);
/** Whether nothing moves on it. */
export const still = signal(false);

const NEAR = 60;
const ASKED = 100;

export function showInView(): void {
  listing.value = { kind: 'view' };
}

/** Rows inside of a part of the map. */
export function inView(box: Box): number[] {
  const { x, y } = points;
  const rows: number[] = [];
  for (let row = 0; row < x.length; row++) {
    if (x[row] >= box.left && x[row] <= box.right && y[row] >= box.bottom && y[row] <= box.top)
      rows.push(row);
  }
  return rows;
}

/** Labeled rows begin with the last one. */
function allRows(): number[] {
  const last = status.value === 'labeled' ? recent.value.filter((row) => points.label[row] !== NONE) : [];
  const known = new Set(last);
  const rest: number[] = [];
  for (let row = 0; row < points.n; row++) if (!known.has(row)) rest.push(row);
  return [...last, ...rest];
}

/** In order. Computed only while somebody looks. */
export const listedRows = computed<number[]>(() => {
  void [labelVersion.value, mapVersion.value, askedVersion.value];
  const now = listing.value;
  const base =
    'rows' in now
      ? now.rows
      : now.kind === 'view' && view.value && points.x.length
        ? inView(view.value)
        : allRows();
  return filtered.value ? base.filter(passes) : base;
});

export function openRows(next: Listing): void {
  batch(() => {
    listing.value = next;
    panelOpen.value = true;
    tab.value = 'rows';
  });
}

/** Rows like the selected ones, like the one that is asked about, or like those that were found. */
export async function moreLikeThis(of: number[] = targets()): Promise<void> {
  if (!of.length) return say({ kind: 'done', what: 'Choose a row first.' });
  const step = Math.ceil(of.length / ASKED);
  const some = of.filter((_, k) => k % step === 0);
  try {
    openRows({ kind: 'near', of: some, rows: (await nearRows(some, NEAR)).rows });
  } catch (error) {
    sayError(error);
  }
}
