// What the user does. Shown at once, sent in order, "saved" only when the server has it on disk.
import { send } from '../api/client';
import type { Action, Settings } from '../api/types';
import { NONE } from '../palette/colors';
import { FOUND, SELECTED, flag, labelForNow } from './points';
import { advance, returnToChanged, targets } from './queue';
import { classes, rowsWord, say, sayError, selection, state, unsaved } from './store';

let last: Promise<unknown> = Promise.resolve();

/** One after the other: undo must not overtake the label that it takes back. */
function act(action: Action, done: string, takeBack?: () => void): Promise<boolean> {
  unsaved.value += 1;
  const answer = last.then(async () => {
    try {
      await send(action);
      if (done) say({ kind: 'done', what: done });
      return true;
    } catch (error) {
      takeBack?.();
      sayError(error);
      return false;
    } finally {
      unsaved.value -= 1;
    }
  });
  last = answer;
  return answer;
}

/** Labels the selection, or the row that is asked about. */
export function label(name: string): Promise<boolean> {
  const wanted = name.trim();
  const rows = targets();
  if (!wanted || !rows.length) return Promise.resolve(false);
  const known = classes.value.findIndex((one) => one.name === wanted);
  const takeBack = labelForNow(rows, known >= 0 ? known : classes.value.length);
  const one = rows.length === 1 ? `row ${rows[0]}` : rowsWord(rows.length);
  clearSelection();
  advance(rows);
  return act({ do: 'label', rows, class: wanted }, `${one}: ${wanted} · saved`, takeBack);
}

export function labelWithClass(index: number): void {
  const one = classes.value[index];
  if (one) void label(one.name);
}

export function unlabel(): void {
  const rows = targets();
  if (!rows.length) return;
  const takeBack = labelForNow(rows, NONE);
  clearSelection();
  void act({ do: 'unlabel', rows }, `${rowsWord(rows.length)} without a label · saved`, takeBack);
}

export function skip(): void {
  const rows = targets();
  if (!rows.length) return;
  clearSelection();
  advance(rows);
  void act({ do: 'skip', rows }, `${rowsWord(rows.length)} skipped · saved`);
}

export function undo(): void {
  const words = state.value?.undo;
  if (!unsaved.value && !words) return say({ kind: 'done', what: 'nothing to undo' });
  returnToChanged(true);
  void act({ do: 'undo' }, words && !unsaved.value ? `undone: ${words}` : 'undone', () =>
    returnToChanged(false),
  );
}

export function redo(): void {
  const words = state.value?.redo;
  if (!unsaved.value && !words) return say({ kind: 'done', what: 'nothing to do again' });
  void act({ do: 'redo' }, words && !unsaved.value ? `done again: ${words}` : 'done again');
}

export const rename = (name: string, to: string): Promise<boolean> =>
  act({ do: 'rename', class: name, to: to.trim() }, `${name} → ${to.trim()} · saved`);

export const merge = (name: string, into: string): Promise<boolean> =>
  act({ do: 'merge', class: name, into }, `${name} is part of ${into} · saved`);

export const addClass = (name: string): Promise<boolean> =>
  act({ do: 'class', name: name.trim() }, `new class ${name.trim()} · saved`);

export const changeSettings = (settings: Settings): Promise<boolean> =>
  act({ do: 'settings', ...settings }, '');

export function select(rows: Uint32Array): void {
  selection.value = rows;
  flag(SELECTED, rows);
}

export function clearSelection(): void {
  if (selection.value.length) select(new Uint32Array(0));
}

export const showFound = (rows: number[]): void => flag(FOUND, rows);
