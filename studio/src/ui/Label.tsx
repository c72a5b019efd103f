import { skip, unlabel } from '../state/actions';
import { NONE } from '../palette/colors';
import { labelVersion, points } from '../state/points';
import { place, queue, step, suggestion, target } from '../state/queue';
import { detailOf } from '../state/rows';
import { pinned, selection, state } from '../state/store';
import { Chips } from './Chips';
import { Details } from './Details';
import { Icon } from './Icon';
import { NameField } from './NameField';
import { Selected, SelectedRows } from './Selected';

const CHECK_NOTE = 'Drawn at random to measure accuracy; the model will not learn from it.';

function Pinned({ row }: { row: number }) {
  return (
    <div class="asked">
      <div class="asked-head">
        <h2>Row {row}</h2>
        <button onClick={() => (pinned.value = null)}>
          Back to the queue <kbd>Esc</kbd>
        </button>
      </div>
      <p class="why">You chose it.</p>
    </div>
  );
}

function Suggested() {
  const one = suggestion.value;
  if (!one) {
    return (
      <div class="asked">
        <h2>
          {state.value?.working || !state.value?.fit
            ? 'Looking for rows worth labeling …'
            : 'Nothing to suggest'}
        </h2>
        {state.value?.fit && <p class="why">Click any row of the map to label it.</p>}
      </div>
    );
  }
  return (
    <div class="asked">
      <div class="asked-head">
        <h2>
          Next: row {one.row}{' '}
          <span class="of">
            {place.value + 1} of {queue.value.length}
          </span>
        </h2>
        <Icon name="back" label="Previous suggestion (←)" onClick={() => step(-1)} />
        <Icon name="next" label="Next suggestion (→)" onClick={() => step(1)} />
      </div>
      {one.check ? <p class="check-note">{CHECK_NOTE}</p> : <p class="why">{one.why}</p>}
    </div>
  );
}

/** What is asked, what is known of it, and the answers. */
export function Label() {
  const row = target.value;
  const many = selection.value.length > 0;
  const detail = many ? null : detailOf(row);
  const labeled = row !== null && points.label[row] !== NONE;
  void labelVersion.value;
  return (
    <>
      {many ? <Selected /> : pinned.value !== null ? <Pinned row={pinned.value} /> : <Suggested />}
      <div class="details">{many ? <SelectedRows /> : detail && <Details detail={detail} />}</div>
      <div class="answers">
        <Chips />
        <NameField />
        <div class="buttons">
          <button onClick={skip} disabled={row === null && !many}>
            Skip <kbd>s</kbd>
          </button>
          <button onClick={unlabel} disabled={!many && !labeled}>
            Unlabel <kbd>Del</kbd>
          </button>
        </div>
      </div>
    </>
  );
}
