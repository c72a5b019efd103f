import type { Problem } from '../api/types';
import { fit, lassoing, notice, rowsWord, selection, state, unsaved } from '../state/store';

interface Line extends Partial<Problem> {
  kind: 'error' | 'hint' | 'fit';
}

function selectionLine(): Line | null {
  const count = selection.value.length;
  if (count)
    return { kind: 'hint', what: `${rowsWord(count)} selected: a key or a name labels them; Esc clears.` };
  if (!lassoing.value) return null;
  return { kind: 'hint', what: 'Lasso: drag around rows; Shift adds to the selection; Esc ends it.' };
}

/** The one thing that is worth saying now: what went wrong, what to do, or what the last fit changed. */
function line(): Line {
  const said = notice.value;
  const problem = state.value?.problem;
  if (said?.kind === 'error') return { kind: 'error', what: said.what, help: said.help };
  if (problem) return { kind: 'error', ...problem };
  return selectionLine() ?? { kind: 'fit', what: fit.value?.line };
}

/** What was done, and whether it is on disk. */
function done(): string {
  const now = state.value;
  if (unsaved.value) return 'saving …';
  if (notice.value?.kind === 'done') return notice.value.what;
  if (now?.working) return `${now.working.stage} …`;
  return now?.labeled ? 'all saved' : '';
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
  const working = state.value?.working;
  const { kind, what, help } = line();
  return (
    <footer class="status">
      {working && <Progress {...working} />}
      <p class={`line ${kind}`} role={kind === 'error' ? 'alert' : undefined} title={what}>
        {what}
        {help && <span class="advice">; {help}</span>}
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
