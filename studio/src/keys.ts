// Everything by keyboard. Keys do nothing while a field is typed into, but for Escape.
import { signal } from '@preact/signals';
import { clearSelection, labelWithClass, redo, skip, undo, unlabel } from './state/actions';
import { pinned, alone, helpOpen, lassoing, panelOpen, selection, tab } from './state/store';
import { step } from './state/queue';
import { found, lookFor } from './state/search';
import { switchTheme } from './state/theme';
import { plot } from './ui/plot';

/** Goes up when the field for a name, or the one for a search, is to be typed into. */
export const nameAsked = signal(0);
export const searchAsked = signal(0);

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** One thing at a time: the sheet, the field, the rows, the lasso, the class, the search, the row. */
function escape(target: EventTarget | null): void {
  if (helpOpen.value) helpOpen.value = false;
  else if (typing(target) && target instanceof HTMLElement) target.blur();
  else if (selection.value.length) clearSelection();
  else if (lassoing.value) lassoing.value = false;
  else if (alone.value !== null) alone.value = null;
  else if (found.value) lookFor('');
  else pinned.value = null;
}

export function toggleLasso(): void {
  lassoing.value = !lassoing.value;
}

export function askForName(): void {
  panelOpen.value = true;
  tab.value = 'label';
  nameAsked.value += 1;
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

const KEYS: Record<string, () => void> = {
  ArrowRight: () => step(1),
  j: () => step(1),
  ArrowLeft: () => step(-1),
  k: () => step(-1),
  s: skip,
  u: undo,
  Backspace: unlabel,
  Delete: unlabel,
  l: toggleLasso,
  n: askForName,
  '/': askForName,
  f: () => (searchAsked.value += 1),
  p: () => (panelOpen.value = !panelOpen.value),
  t: switchTheme,
  '?': () => (helpOpen.value = !helpOpen.value),
  '0': () => plot.value?.fit(),
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

function meaning(event: KeyboardEvent): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return withControl(event);
  if (event.altKey) return undefined;
  if (event.shiftKey && PAN[event.key]) return () => pan(...PAN[event.key]);
  if (/^[1-9]$/.test(event.key)) return () => labelWithClass(Number(event.key) - 1);
  return KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
}

/** Arrows belong to the tabs while one of them has the focus. */
const moves = (event: KeyboardEvent): boolean =>
  event.key.startsWith('Arrow') && event.target instanceof Element && event.target.role === 'tab';

export function followKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return escape(event.target);
    if (event.defaultPrevented || typing(event.target) || moves(event)) return;
    if (helpOpen.value && event.key !== '?') return;
    const wanted = meaning(event);
    if (!wanted) return;
    event.preventDefault();
    wanted();
  });
}
