import type { Notice } from '../state/store';
import { fit, lassoing, notice, rowsWord, selection, state, unsaved } from '../state/store';

interface Line {
  kind: string;
  what: string;
  help?: string;
}

function selectionLine(): Line | null {
  const count = selection.value.length;
  if (count)
    return {
      kind: 'hint',
      what: `${rowsWord(count)} selected: a key or a name labels them; Esc clears.`,
    };
  if (!lassoing.value) return null;
  return { kind: 'hint', what: 'Lasso: drag around rows; Shift adds to the selection; Esc ends it.' };
}

/** The one thing that is worth saying now: what went wrong, what to do, what was done, what changed. */
function line(): Line | null {
  const said: Notice | null = notice.value;
  const problem = state.value?.problem;
  if (said?.kind === 'error') return said;
  if (problem) return { kind: 'error', ...problem };
  return selectionLine() ?? said ?? (fit.value?.line ? { kind: 'fit', what: fit.value.line } : null);
}

const saved = (): string => (unsaved.value ? 'saving …' : state.value?.labeled ? 'all saved' : '');

/** One line at the bottom of the map, with a thin bar while something is computed. */
export function Status() {
  const working = state.value?.working;
  const now = line();
  return (
    <footer class="status">
      {working && (
        <div
          class={working.share === null ? 'progress unknown' : 'progress'}
          role="progressbar"
          aria-label={working.stage}
          aria-valuenow={working.share === null ? undefined : Math.round(100 * working.share)}
        >
          <div style={working.share === null ? {} : { width: `${100 * working.share}%` }} />
        </div>
      )}
      <p
        class={`line ${now?.kind ?? ''}`}
        role={now?.kind === 'error' ? 'alert' : 'status'}
        title={now?.what}
      >
        {now?.what}
        {now?.help && <span class="advice"> {now.help}</span>}
      </p>
      {notice.value?.kind === 'error' && (
        <button class="quiet" onClick={() => (notice.value = null)} aria-label="Close this message">
          ×
        </button>
      )}
      <span class="aside">{working ? `${working.stage} …` : saved()}</span>
    </footer>
  );
}
