// Rows whose id or text contains what was typed.
import { signal } from '@preact/signals';
import { search } from '../api/client';
import { showFound } from './actions';
import { sayError } from './store';

const WAIT = 200;

export interface Found {
  text: string;
  rows: number[];
  more: boolean;
}
export const found = signal<Found | null>(null);
export const searching = signal(false);
let waiting = 0;
let latest = '';

export function lookFor(text: string): void {
  latest = text.trim();
  clearTimeout(waiting);
  if (!latest) {
    if (searching.value) showFound([]);
    found.value = null;
    searching.value = false;
    return;
  }
  const wanted = latest;
  waiting = window.setTimeout(async () => {
    try {
      const answer = await search(wanted);
      if (wanted !== latest) return;
      showFound(answer.rows);
      found.value = { text: wanted, ...answer };
      searching.value = answer.rows.length > 0;
    } catch (error) {
      sayError(error);
    }
  }, WAIT);
}
