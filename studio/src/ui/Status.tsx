import type { Problem } from '../api/types';
import { filtered } from '../state/filter';
import {
  connection,
  fit,
  lassoing,
  notice,
  rowsWord,
  selection,
  state,
  unsaved,
  working,
} from '../state/store';

interface Line extends Partial<Problem> {
  kind: 'error' | 'hint' | 'fit';
}

function selectionLine(): Line | null {
  const count = selection.value.length;
  if (count)
    return {
      kind: 'hint',
      what: `${rowsWord(count)} selected. Press the key of a class to label them; Esc clears.`,
    };
  if (filtered.value) return { kind: 'hint', what: 'Some rows are dimmed by a filter; Esc shows all.' };
  if (!lassoing.value) return null;
  return { kind: 'hint', what: 'Drag around rows to select them. Esc ends it.' };
}

/** The one thing that is worth saying now: what went wrong, what to do, or what the last fit changed. */
function line(): Line {
  const said = notice.value;
  const problem = state.value?.problem;
  if (said?.kind === 'error') return { kind: 'error', what: said.what, help: said.help };
  if (state.value?.data.rows === 1)
    return { kind: 'hint', what: 'A map takes two rows at least. You can label this one.' };
  if (problem) return { kind: 'error', ...problem };
  return selectionLine() ?? { kind: 'fit', what: fit.value?.line };
}

/** What was done, and whether it is kept. */
function done(): string {
  const now = state.value;
  if (connection.value !== 'open') return unsaved.value ? `${unsaved.value} not saved` : '';
  if (unsaved.value) return 'saving …';
  // What was not done is not saved either.
  if (notice.value?.kind === 'error') return '';
  if (notice.value?.kind === 'done') return notice.value.what;
  if (working.value) return `${working.value.stage} …`;
  if (!now?.labeled) return '';
  return now.journal ? 'all saved' : 'kept in this tab';
}

function Progress({ stage, share }: { stage: string; share: number | null }) {
  const known = share !== null;
  return (
    <div
      class={known ? 'progress' : 'progress unknown'}
      role="progressbar"
      aria-label={stage}
      aria-valuenow={known ? Math.round(100 * share) : undefined}
    >
      <div style={known ? { width: `${100 * share}%` } : {}} />
    </div>
  );
}

/** One line at the bottom of the map, with a thin bar while something is computed. */
export function Status() {
  const { kind, what, help } = line();
  return (
    <footer class="status">
      {working.value && <Progress {...working.value} />}
      <p class={`line ${kind}`} role={kind === 'error' ? 'alert' : undefined} title={what}>
        {what}
        {help && <span class="advice">: {help}</span>}
      </p>
      {notice.value?.kind === 'error' && (
        <button class="quiet" onClick={() => (notice.value = null)} aria-label="Close this message">
          ×
        </button>
      )}
      <span class="aside" role="status">
        {done()}
      </span>
    </footer>
  );
}
