// Rows whose id or text has the words that were typed.
import { batch, computed, signal } from '@preact/signals';
import { search } from '../api/client';
import { openRows, showInView } from './listing';
import { listing, sayError, tab, type Tab } from './store';

const WAIT = 200;

export const found = computed(() => (listing.value.kind === 'found' ? listing.value : null));
/** What was asked for and is in no row. */
export const nowhere = signal('');
let waiting = 0;
let latest = '';
let before: Tab = 'label';

/** Asks a moment after the last letter; an answer that comes after the search was given up is thrown away. */
export function lookFor(text: string): void {
  latest = text.trim();
  clearTimeout(waiting);
  nowhere.value = '';
  if (!latest) return giveUp();
  const wanted = latest;
  waiting = window.setTimeout(async () => {
    try {
      const answer = await search(wanted);
      if (wanted === latest) take(wanted, answer);
    } catch (error) {
      if (wanted === latest) sayError(error);
    }
  }, WAIT);
}

function take(text: string, answer: { rows: number[]; more: boolean }): void {
  if (!answer.rows.length) {
    nowhere.value = text;
    return;
  }
  if (tab.value !== 'rows') before = tab.value;
  openRows({ kind: 'found', text, ...answer });
}

function giveUp(): void {
  if (!found.value) return;
  batch(() => {
    showInView();
    if (tab.value === 'rows') tab.value = before;
  });
}
