// Which row is asked about: the one the user went to, or the place in the queue of suggestions.
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { Suggestion } from '../api/types';
import { NONE } from '../palette/colors';
import { ASKED, SKIPPED, changedRows, flag, labelVersion, points } from './points';
import { pinned, selection, state, working } from './store';

/** Suggestions as the page goes through them: answered ones leave at once, before the server says so. */
export const queue = signal<Suggestion[]>([]);
export const place = signal(0);

// The row that somebody reads stays until it is answered, or a key would label another than the one that was read.
effect(() => {
  const fresh = state.value?.suggestions ?? [];
  const read = queue.peek()[place.peek()];
  const kept = fresh.findIndex((one) => one.row === read?.row);
  const open = read && kept < 0 && points.label[read.row] === NONE && !(points.mark[read.row] & SKIPPED);
  batch(() => {
    // The server keeps apart what it suggests now; a row that it no longer suggests is learned from, and why it was asked is past.
    queue.value = open ? [{ ...read, check: false, why: '' }, ...fresh] : fresh;
    place.value = Math.max(kept, 0);
  });
});

/** The rows that the server asks as check rows; a text, so that it changes only when they do. */
const checkRows = computed(() =>
  (state.value?.suggestions ?? [])
    .filter((one) => one.check)
    .map((one) => one.row)
    .join(),
);
effect(() => {
  const rows = checkRows.value;
  if (points.n) flag(ASKED, rows ? rows.split(',').map(Number) : []);
});

/** A row without an answer where nothing is suggested: a file of one row has no map, and is labeled nevertheless. */
const leftover = computed<number | null>(() => {
  if (queue.value.length || working.value || !labelVersion.value) return null;
  const row = points.label.findIndex((label, k) => label === NONE && !(points.mark[k] & SKIPPED));
  return row < 0 ? null : row;
});

export const suggestion = computed<Suggestion | null>(() => queue.value[place.value] ?? null);

/** The row that a key would label, unless rows are selected. */
export const target = computed<number | null>(() => pinned.value ?? suggestion.value?.row ?? leftover.value);

/** The rows that a key would label. */
export function targets(): number[] {
  if (selection.value.length) return Array.from(selection.value);
  return target.value === null ? [] : [target.value];
}

export function step(by: number): void {
  pinned.value = null;
  const count = queue.value.length;
  if (count) place.value = (place.value + by + count) % count;
}

/** Answers since the last check row. */
let sinceCheck = 0;

/** Check rows come as often as they are suggested: the queue begins anew with every fit, and its end may never be reached. */
function dueCheck(rest: Suggestion[]): number {
  const checks = rest.filter((one) => one.check).length;
  return checks && sinceCheck >= Math.round(rest.length / checks) - 1
    ? rest.findIndex((one) => one.check)
    : -1;
}

/** After a label or a skip: on to the next one that has no answer. */
export function advance(answered: ArrayLike<number>): void {
  const gone = new Set(Array.from(answered));
  const wasCheck = queue.value.some((one) => one.check && gone.has(one.row));
  sinceCheck = wasCheck ? 0 : sinceCheck + 1;
  const rest = queue.value.filter(({ row }) => !gone.has(row) && points.label[row] === NONE);
  const after = queue.value.slice(place.value).find(({ row }) => !gone.has(row));
  const due = dueCheck(rest);
  const next = due >= 0 ? due : rest.findIndex(({ row }) => row === after?.row);
  batch(() => {
    pinned.value = null;
    queue.value = rest;
    place.value = Math.max(next, 0);
  });
}

export function goTo(row: number): void {
  const known = queue.value.findIndex((one) => one.row === row);
  pinned.value = known >= 0 ? null : row;
  if (known >= 0) place.value = known;
}

let returning = false;
let redoing = false;

/** What was done again is answered: the next key is for another row. */
export function advanceAfterRedo(wanted: boolean): void {
  redoing = wanted;
}

/** Whoever takes an answer back wants to give another: the row is asked again when its label has gone. */
export function returnToChanged(wanted: boolean): void {
  returning = wanted;
}

effect(() => {
  const rows = changedRows.value;
  if (!redoing || !rows.length) return;
  redoing = false;
  untracked(() => {
    const row = target.value;
    if (row !== null && Array.from(rows).includes(row)) advance(rows);
  });
});

effect(() => {
  const rows = changedRows.value;
  if (!returning || !rows.length) return;
  returning = false;
  if (rows.length === 1 && points.label[rows[0]] === NONE) untracked(() => goTo(rows[0]));
});
