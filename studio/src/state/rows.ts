// Details of rows: asked for in one request a moment, kept while nothing has changed.
import { effect, signal } from '@preact/signals';
import { rowDetails } from '../api/client';
import type { RowDetail } from '../api/types';
import { askedVersion, labelVersion, mapVersion } from './points';
import { axisFeatures, connection, sayError } from './store';

const KEPT = 400;
const WAIT = 50;
const TOGETHER = 200;

interface Entry {
  detail: RowDetail;
  /** When it was told. */
  stamp: string;
}
const cache = new Map<number, Entry>();
const wanted = new Set<number>();
let waiting = 0;
let asking = false;

/** Goes up when details have arrived: whoever reads it is drawn again. */
const arrived = signal(0);
/** What a detail depends on. Axes and suggestions come after their map, and without a new version. */
const stamp = () => [mapVersion.value, labelVersion.value, askedVersion.value, axisFeatures.value].join('/');

async function ask(): Promise<void> {
  waiting = 0;
  if (asking) return later();
  const rows = [...wanted].slice(0, TOGETHER);
  if (!rows.length) return;
  for (const row of rows) wanted.delete(row);
  asking = true;
  const now = stamp();
  try {
    for (const detail of await rowDetails(rows)) {
      cache.delete(detail.row);
      cache.set(detail.row, { detail, stamp: now });
    }
    // A Map remembers the order of insertion: the oldest go first.
    for (const row of cache.keys()) {
      if (cache.size <= KEPT) break;
      cache.delete(row);
    }
    arrived.value += 1;
  } catch (error) {
    if (connection.value === 'open') sayError(error);
  } finally {
    asking = false;
    if (wanted.size) later();
  }
}

function later(): void {
  if (!waiting) waiting = window.setTimeout(() => void ask(), WAIT);
}

/** What is known of a row; asks for it where that is nothing or old, and shows the old meanwhile. */
export function detailOf(row: number | null): RowDetail | null {
  void arrived.value;
  const now = stamp();
  if (row === null) return null;
  const entry = cache.get(row);
  if (entry?.stamp !== now) {
    wanted.add(row);
    later();
  }
  return entry?.detail ?? null;
}

/** What is known is shown until it is told again. */
export function forgetRows(): void {
  for (const entry of cache.values()) entry.stamp = '';
}

/** Asks for rows that will be looked at soon. */
export function prefetch(rows: () => number[]): () => void {
  return effect(() => {
    for (const row of rows()) detailOf(row);
  });
}
