// What the user does. Shown at once, sent in order, "saved" only when the server has it on disk.
import { batch } from '@preact/signals';
import { send } from '../api/client';
import type { Action, Settings } from '../api/types';
import { NONE } from '../palette/colors';
import { hold, release } from './burst';
import { folded } from './names';
import { FOUND, SELECTED, flag, isSecret, labelForNow, points, shownClass } from './points';
import { advance, advanceAfterRedo, goTo, returnToChanged, target, targets } from './queue';
import {
  classes,
  confirming,
  panelOpen,
  recent,
  rowsWord,
  say,
  sayError,
  selection,
  state,
  tab,
  unsaved,
} from './store';

/** Rows from which on it is asked before they are labeled together. */
const MANY = 100;

let last: Promise<unknown> = Promise.resolve();

/** One after the other: undo must not overtake the label that it takes back. `wait` says whether it is to be done at all. */
function act(action: Action, done: string, takeBack?: () => void, wait?: Promise<boolean>): Promise<boolean> {
  if (!wait) release();
  unsaved.value += 1;
  const answer = last.then(async () => {
    try {
      if (wait && !(await wait)) {
        takeBack?.();
        return false;
      }
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

/** How many rows are labeled together is asked once. */
function isAskedFirst(rows: number[], name: string): boolean {
  const asked = confirming.value;
  confirming.value = null;
  if (rows.length < MANY || (asked?.name === name && asked.count === rows.length)) return false;
  batch(() => {
    panelOpen.value = true;
    tab.value = 'label';
    confirming.value = { name, count: rows.length };
  });
  return true;
}

/** Labels the selection, or the row that is asked about. A letter that may begin a name is held back for a moment. */
export function label(name: string, letter?: string): Promise<boolean> {
  const typed = name.trim();
  const rows = targets();
  if (!typed || !rows.length) return Promise.resolve(false);
  const known = classes.value.findIndex((one) => folded(one.name) === folded(typed));
  const wanted = known >= 0 ? classes.value[known].name : typed;
  if (isAskedFirst(rows, wanted)) return Promise.resolve(false);
  const unmark = labelForNow(rows, known >= 0 ? known : classes.value.length);
  const takeBack = () => {
    unmark();
    if (rows.length === 1) goTo(rows[0]); // it is still to be answered
  };
  const wait = letter && rows.length === 1 ? hold(letter) : undefined;
  recent.value = [...rows.slice(0, MANY), ...recent.value.filter((row) => !rows.includes(row))].slice(0, 500);
  clearSelection();
  advance(rows);
  const one = rows.length === 1 ? '' : `${rowsWord(rows.length)}: `;
  return act(
    { do: 'label', rows, class: wanted },
    `${one}${wanted} · ${state.value?.journal ? 'saved' : 'kept'}`,
    takeBack,
    wait,
  );
}

/** Takes what the model says of the row; false where it says nothing. */
export function accept(): boolean {
  const row = target.value;
  if (row === null || selection.value.length) return false;
  const one = classes.value[shownClass(row)];
  if (one) void label(one.name);
  else if (isSecret(row)) say({ kind: 'done', what: 'This row measures accuracy: give your own answer.' });
  return Boolean(one) || isSecret(row);
}

export function unlabel(): void {
  const rows = targets().filter((row) => points.label[row] !== NONE);
  if (!rows.length) return;
  const takeBack = labelForNow(rows, NONE);
  clearSelection();
  void act({ do: 'unlabel', rows }, `label of ${rowsWord(rows.length)} removed · saved`, takeBack);
}

export function skip(): void {
  const rows = targets().filter((row) => points.label[row] === NONE);
  if (!rows.length) return;
  clearSelection();
  advance(rows);
  void act({ do: 'skip', rows }, `${rowsWord(rows.length)} skipped · saved`);
}

export function undo(): void {
  const words = state.value?.undo;
  if (!unsaved.value && !words) return say({ kind: 'done', what: 'Nothing to undo.' });
  returnToChanged(true);
  void act({ do: 'undo' }, words && !unsaved.value ? `undone: ${words}` : 'undone', () =>
    returnToChanged(false),
  );
}

export function redo(): void {
  const words = state.value?.redo;
  if (!unsaved.value && !words) return say({ kind: 'done', what: 'Nothing to redo.' });
  advanceAfterRedo(true);
  void act({ do: 'redo' }, words && !unsaved.value ? `redone: ${words}` : 'redone', () =>
    advanceAfterRedo(false),
  );
}

export const rename = (name: string, to: string): Promise<boolean> =>
  act({ do: 'rename', class: name, to: to.trim() }, `${name} is now ${to.trim()} · saved`);

export const merge = (name: string, into: string): Promise<boolean> =>
  act({ do: 'merge', class: name, into }, `${name} merged into ${into} · saved`);

export const addClass = (name: string): Promise<boolean> =>
  act({ do: 'class', name: name.trim() }, `new class ${name.trim()} · saved`);

export const removeClass = (name: string): Promise<boolean> =>
  act({ do: 'remove', class: name }, `class ${name} removed · saved`);

export const assignKey = (name: string, key: string | null): Promise<boolean> =>
  act(
    { do: 'key', class: name, key },
    key ? `${key} is the key of ${name} · saved` : `${name} has no key now · saved`,
  );

/** "It is right": a label that was doubted stays, and is not doubted again. */
export const confirmRight = (rows: number[]): Promise<boolean> =>
  act({ do: 'right', rows }, 'kept as it is · saved');

export const changeSettings = (settings: Settings): Promise<boolean> =>
  act({ do: 'settings', ...settings }, '');

export function select(rows: Uint32Array): void {
  confirming.value = null;
  selection.value = rows;
  flag(SELECTED, rows);
}

export function clearSelection(): void {
  if (selection.value.length) select(new Uint32Array(0));
}

export const showFound = (rows: ArrayLike<number>): void => flag(FOUND, rows);
