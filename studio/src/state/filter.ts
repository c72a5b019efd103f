// Which rows stand out: by class, by how sure the model is, by what was done with them.
import { batch, computed, effect, signal } from '@preact/signals';
import { NONE } from '../palette/colors';
import { showFound } from './actions';
import { CHECK, SKIPPED, isSecret, labelVersion, mapVersion, points, shownClass } from './points';
import { alone, listing } from './store';

export type Status = 'any' | 'open' | 'labeled' | 'skipped' | 'check';
export type Sureness = 'any' | 'unsure' | 'sure';
export const status = signal<Status>('any');
export const sureness = signal<Sureness>('any');

/** Of 255. */
const UNSURE = 128;
const SURE = 230;

/** Whether some rows step back. */
export const filtered = computed(
  () => alone.value !== null || status.value !== 'any' || sureness.value !== 'any',
);

export function clearFilter(): void {
  batch(() => {
    alone.value = null;
    status.value = sureness.value = 'any';
  });
}

function hasStatus(row: number): boolean {
  const labeled = points.label[row] !== NONE;
  switch (status.value) {
    case 'open':
      return !labeled && !(points.mark[row] & SKIPPED);
    case 'labeled':
      return labeled;
    case 'skipped':
      return !labeled && (points.mark[row] & SKIPPED) !== 0;
    case 'check':
      return labeled && (points.mark[row] & CHECK) !== 0;
    default:
      return true;
  }
}

function isAsSure(row: number): boolean {
  if (sureness.value === 'any') return true;
  if (points.label[row] !== NONE || points.predicted[row] === NONE || isSecret(row)) return false;
  return sureness.value === 'unsure' ? points.sure[row] < UNSURE : points.sure[row] >= SURE;
}

/** Whether a row stands out. */
export const passes = (row: number): boolean =>
  (alone.value === null || shownClass(row) === alone.value) && hasStatus(row) && isAsSure(row);

/** Rows that are listed whatever is in view: found ones, or those like another. */
const given = computed(() => ('rows' in listing.value ? listing.value.rows : null));

/** Whether rows without the mark of being found step back. */
export const narrowed = computed(
  () => Boolean(given.value?.length) || status.value !== 'any' || sureness.value !== 'any',
);

let shown = false;
effect(() => {
  if (!narrowed.value) {
    if (shown) showFound([]);
    shown = false;
    return;
  }
  shown = true;
  void [labelVersion.value, mapVersion.value];
  const rows = given.value;
  if (rows) return showFound(rows.filter(passes));
  const found: number[] = [];
  for (let row = 0; row < points.n; row++) if (passes(row)) found.push(row);
  showFound(found);
});
