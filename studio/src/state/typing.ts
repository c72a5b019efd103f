// The name that is being typed: letters begin it, Enter takes the best match, a new class takes a second Enter.
import { batch, computed, signal } from '@preact/signals';
import { addClass, label } from './actions';
import { folded, listed, matches, type Match } from './names';
import { isSecret, points } from './points';
import { target, targets } from './queue';
import { detailOf } from './rows';
import { classes, panelOpen, selection, tab } from './store';
import { release } from '../stage';

/** What was typed; null: nobody is typing. */
export const typed = signal<string | null>(null);
/** Which of the matches is marked. */
export const marked = signal(0);
/** The new name, or the list of them, that the next Enter makes. */
export const proposed = signal<string[] | null>(null);

const NEW = -1;

/** How likely the row is of a class; nothing is told of a check row. */
function likelihood(): (index: number) => number {
  const row = target.value;
  if (row === null || selection.value.length || isSecret(row)) return () => 0;
  const shares = new Map(detailOf(row)?.shares ?? []);
  return (index) => shares.get(index) ?? (points.predicted[row] === index ? 1e-6 : 0);
}

/** What Enter may mean, the best first; at the end a new class. */
export const meanings = computed<Match[]>(() => {
  const text = typed.value?.trim();
  if (!text) return [];
  const found = matches(text, classes.value, likelihood());
  return found.some((one) => one.fit === 0) ? found : [...found, { index: NEW, fit: 9 }];
});

export const isNew = ({ index }: Match): boolean => index === NEW;

let field: HTMLInputElement | null = null;
export function adoptField(one: HTMLInputElement | null): void {
  field = one;
  if (one && typed.value !== null) one.focus();
}

/** Begins a name, or goes on with it where the field has not got the focus yet. */
export function type(text: string): void {
  batch(() => {
    panelOpen.value = true;
    tab.value = 'label';
    change((typed.value ?? '') + text);
  });
  field?.focus();
}

export function change(text: string): void {
  batch(() => {
    typed.value = text;
    marked.value = 0;
    proposed.value = null;
  });
}

export function stop(): void {
  batch(() => {
    typed.value = null;
    proposed.value = null;
    marked.value = 0;
  });
  if (field) release(field);
}

export function move(by: number): void {
  const count = meanings.value.length;
  if (count) marked.value = (marked.value + by + count) % count;
  proposed.value = null;
}

const give = (name: string) => void (targets().length ? label(name) : addClass(name));

function make(names: string[]): void {
  stop();
  if (names.length === 1) return give(names[0]);
  for (const name of names) void addClass(name);
}

/** Enter: the marked class; for a new one it is asked first. */
export function choose(): void {
  if (proposed.value) return make(proposed.value);
  const name = typed.value?.trim();
  const one = meanings.value[marked.value];
  if (!name || !one) return stop();
  if (isNew(one)) {
    proposed.value = [name.replace(/\s+/g, ' ')];
    return;
  }
  const known = classes.value[one.index];
  stop();
  if (known) give(known.name);
}

/** A list of names that was pasted becomes classes, once Enter says so; whether it was one. */
export function paste(text: string): boolean {
  if (!/[\r\n\t]/.test(text.trim())) return false;
  const names = listed(text, classes.value);
  batch(() => {
    typed.value = names.length ? `${names.length} names` : '';
    proposed.value = names.length ? names : null;
  });
  return true;
}

/** The class that has this name, whatever its case and spaces. */
export const known = (name: string) => classes.value.find((one) => folded(one.name) === folded(name));
