import { skip, unlabel } from '../state/actions';
import { NONE } from '../palette/colors';
import { labelVersion, points } from '../state/points';
import { moreLikeThis } from '../state/listing';
import { place, queue, step, suggestion, target } from '../state/queue';
import { detailOf } from '../state/rows';
import { pinned, selection, state } from '../state/store';
import { Chips } from './Chips';
import { Details } from './Details';
import { Icon } from './Icon';
import { NameField } from './NameField';
import { Selected, SelectedRows } from './Selected';
import { rowName } from './format';

const CHECK_NOTE = 'Drawn at random to measure accuracy: the model will not learn from it.';

function Pinned({ row }: { row: number }) {
  return (
    <div class="asked">
      <div class="asked-head">
        <h2>{rowName(row, detailOf(row))}</h2>
        <button onClick={() => (pinned.value = null)}>
          Back to the queue <kbd>Esc</kbd>
        </button>
      </div>
    </div>
  );
}

/** What to do where no row is asked about. */
function idle(): [string, string] {
  const now = state.value;
  if (now && now.labeled + now.skipped >= now.data.rows)
    return ['Every row is done', 'Export has your labels and the model.'];
  if (now?.fit) return ['Choosing rows to label …', 'You can click any row of the map meanwhile.'];
  return ['Choosing rows to label …', ''];
}

function Suggested() {
  const one = suggestion.value;
  const row = target.value;
  if (!one && row !== null) {
    return (
      <div class="asked">
        <h2>{rowName(row, detailOf(row))}</h2>
        <p class="why">The next row without a label</p>
      </div>
    );
  }
  if (!one) {
    const [title, advice] = idle();
    return (
      <div class="asked">
        <h2>{title}</h2>
        <p class="why">{advice}</p>
      </div>
    );
  }
  return (
    <div class="asked">
      <div class="asked-head">
        <h2>
          {rowName(one.row, detailOf(one.row))}{' '}
          <span class="of">
            {place.value + 1} of {queue.value.length} to label
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
      <div class="details scrolls" tabIndex={0} role="group" aria-label="The row">
        {many ? <SelectedRows /> : detail && <Details detail={detail} />}
      </div>
      <div class="answers">
        <Chips />
        <NameField />
        <div class="buttons">
          <button onClick={skip} disabled={(row === null || labeled) && !many}>
            Skip <kbd>↓</kbd>
          </button>
          <button onClick={() => void moreLikeThis()} disabled={row === null && !many}>
            More like this <kbd>.</kbd>
          </button>
          {(many || labeled) && (
            <button onClick={unlabel}>
              Remove label <kbd>Del</kbd>
            </button>
          )}
        </div>
      </div>
    </>
  );
}
