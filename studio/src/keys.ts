// Everything by keyboard. Digits and the letters that classes have label at once; every other letter begins a name; commands have neither.
import { signal } from '@preact/signals';
import { accept, clearSelection, label, redo, skip, undo, unlabel } from './state/actions';
import { release, typedOn } from './state/burst';
import { clearFilter, filtered } from './state/filter';
import { moreLikeThis, showInView } from './state/listing';
import { step } from './state/queue';
import { lookFor } from './state/search';
import { switchShow } from './state/show';
import { classes, confirming, helpOpen, lassoing, listing, pinned, selection } from './state/store';
import { stop, type, typed } from './state/typing';
import { inNotebook, release as giveUp, stage } from './stage';
import { plot } from './ui/plot';

/** Goes up when the field for a search is to be typed into. */
export const searchAsked = signal(0);

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** One thing at a time: the sheet, the question, the name, the field, the rows, the lasso, the filter, the list, the row. */
function escape(target: EventTarget | null): void {
  if (helpOpen.value) helpOpen.value = false;
  else if (confirming.value) confirming.value = null;
  else if (typed.value !== null) stop();
  else if (typing(target) && target instanceof HTMLElement) leave(target);
  else if (selection.value.length) clearSelection();
  else if (lassoing.value) lassoing.value = false;
  else if (filtered.value) clearFilter();
  else if (listing.value.kind !== 'view') showInView();
  else pinned.value = null;
}

/** A search ends with its field. */
function leave(field: HTMLElement): void {
  if (field instanceof HTMLInputElement && field.type === 'search') {
    field.value = '';
    lookFor('');
  }
  giveUp(field);
}

export function toggleLasso(): void {
  lassoing.value = !lassoing.value;
}

function zoom(factor: number): void {
  const map = plot.value;
  if (!map) return;
  map.camera.zoom(factor, map.camera.width / 2, map.camera.height / 2);
  map.hurry();
}

function pan(dx: number, dy: number): void {
  plot.value?.camera.pan(dx, dy);
  plot.value?.hurry();
}

/** Yes to what is asked, else to what the model says, else a name is typed. */
function enter(): void {
  if (confirming.value) void label(confirming.value.name);
  else if (!accept()) type('');
}

const KEYS: Record<string, () => void> = {
  ' ': () => void accept(),
  Enter: enter,
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  ArrowDown: skip,
  Backspace: undo,
  Delete: unlabel,
  '/': () => (searchAsked.value += 1),
  '.': () => void moreLikeThis(),
  ',': switchShow,
  '?': () => (helpOpen.value = !helpOpen.value),
  '0': () => plot.value?.fit(),
  Home: () => plot.value?.fit(),
  '+': () => zoom(1.3),
  '=': () => zoom(1.3),
  '-': () => zoom(1 / 1.3),
};

const PAN: Record<string, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

function withControl(event: KeyboardEvent): (() => void) | undefined {
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? redo : undo;
  return key === 'y' ? redo : undefined;
}

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** A capital always begins a name: a class has a small letter. */
function byName(key: string): (() => void) | undefined {
  if (isLetter(key)) {
    const both = typedOn(key);
    if (both) return () => type(both);
  }
  const own = classes.value.find((one) => one.key === key);
  if (own) return () => void label(own.name, isLetter(key) ? key : undefined);
  return isLetter(key) || /^[1-9]$/.test(key) ? () => type(key) : undefined;
}

function meaning(event: KeyboardEvent): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return withControl(event);
  if (event.altKey) return undefined;
  if (event.shiftKey && PAN[event.key]) return () => pan(...PAN[event.key]);
  return byName(event.key) ?? KEYS[event.key];
}

/** Keys that labels are given by: one press, one row. */
const once = (event: KeyboardEvent): boolean => !/^(Arrow|[+=-])/.test(event.key);

/** Keys that belong to what has the focus: arrows to tabs and lists, Space and Enter to buttons and links. */
function belongs(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (key.startsWith('Arrow')) return target.closest('[role=tab], .scroller, .scrolls') !== null;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, input, summary') !== null;
}

function pressed(event: KeyboardEvent): void {
  if (event.key === 'Escape') return escape(event.target);
  if (event.defaultPrevented || typing(event.target) || belongs(event)) return;
  if ((helpOpen.value && event.key !== '?') || (event.repeat && once(event))) return;
  const wanted = meaning(event);
  if (!wanted) return;
  event.preventDefault();
  wanted();
}

/** A button that was clicked with the mouse does not take the keys that follow. */
function clicked(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest('button, label');
  const focused = stage().tree.activeElement;
  if (event.detail > 0 && button && focused instanceof HTMLElement && !typing(focused)) giveUp(focused);
}

/** A key of the cell is none of the notebook's, but for those that only the notebook knows. */
function keep(event: KeyboardEvent): void {
  const foreign = (event.ctrlKey || event.metaKey) && !event.defaultPrevented && !typing(event.target);
  if (!foreign) event.stopPropagation();
}

/** Returns what ends it. */
export function followKeys(): () => void {
  const { keys } = stage();
  const controller = new AbortController();
  const { signal } = controller;
  const on = (name: string, act: (event: never) => void, from: EventTarget = keys) =>
    from.addEventListener(name, act as (event: Event) => void, { signal });
  on('keydown', pressed);
  on('click', clicked);
  on('pagehide', release, window);
  if (inNotebook()) on('keydown', keep);
  return () => controller.abort();
}
