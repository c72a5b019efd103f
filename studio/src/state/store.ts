// What the page knows besides the points, and what it shows. Everything here is a signal.
import { computed, signal } from '@preact/signals';
import type { ClassInfo, State } from '../api/types';
import { stage } from '../stage';

export const state = signal<State | null>(null);

/** lost: trying again; refused: another studio answers here, with another token. */
export const connection = signal<'opening' | 'open' | 'lost' | 'refused'>('opening');

export const classes = computed<ClassInfo[]>(() => state.value?.classes ?? []);
export const fit = computed(() => state.value?.fit ?? null);

/** Changes when a name does, and not with every count. */
const joinedNames = computed(() => classes.value.map((one) => one.name).join('\n'));
export const classNames = computed(() => (joinedNames.value ? joinedNames.value.split('\n') : []));

export const className = (label: number): string => classes.value[label]?.name ?? `class ${label}`;

/** The features of the axes: the server tells those of a row in their order. */
export const axisFeatures = computed(() =>
  (fit.value?.axes ?? []).flatMap((axis) => axis.features.map((one) => one.name)).join('\n'),
);

/** Rows that were labeled in this window, the last first. */
export const recent = signal<number[]>([]);
/** Many rows that are to be labeled once the user has said so again. */
export const confirming = signal<{ name: string; count: number } | null>(null);

/** Rows chosen by lasso or search, to be labeled together. */
export const selection = signal<Uint32Array>(new Uint32Array(0));
/** The row under the pointer, and where to put its card. */
export const hovered = signal<number | null>(null);
/** A row that the user went to; the queue waits meanwhile. */
export const pinned = signal<number | null>(null);
/** Only this class is shown. */
export const alone = signal<number | null>(null);
export const lassoing = signal(false);

/** What the list shows: rows in view, all, those that were found, or those like others. */
export type Listing =
  | { kind: 'view' | 'all' }
  | { kind: 'found'; text: string; rows: number[]; more: boolean }
  | { kind: 'near'; of: number[]; rows: number[] };
export const listing = signal<Listing>({ kind: 'view' });
/** Rows that lie so far out that the map is not made smaller for them. */
export const beyond = signal(0);

export type Tab = 'label' | 'rows' | 'accuracy' | 'doubtful' | 'model' | 'export';
export const tab = signal<Tab>('label');
export const panelOpen = signal(true);
export const helpOpen = signal(false);
/** Leads to another table, where the page has more than one to offer. */
export const leave = signal<(() => void) | null>(null);
/** What is computed now. */
export const working = signal<State['working']>(null);

/** What was done or went wrong, in one line. */
export interface Notice {
  kind: 'done' | 'error';
  what: string;
  help?: string;
}
export const notice = signal<Notice | null>(null);

/** Actions that the server has not confirmed yet. */
export const unsaved = signal(0);

let fading = 0;
export function say(one: Notice): void {
  notice.value = one;
  clearTimeout(fading);
  if (one.kind === 'done') fading = window.setTimeout(() => (notice.value = null), 4000);
}

/** Counts what went wrong, for tests. */
export function sayError(error: unknown): void {
  const { dataset } = stage().root;
  dataset.errors = String(Number(dataset.errors ?? 0) + 1);
  const help = error instanceof Error && 'help' in error ? String(error.help) : '';
  say({ kind: 'error', what: error instanceof Error ? error.message : String(error), help });
}

export const rowsWord = (count: number): string =>
  `${count.toLocaleString('en')} row${count === 1 ? '' : 's'}`;
