import { NONE } from '../palette/colors';
import { clearSelection, label } from '../state/actions';
import { askedVersion, labelVersion, mapVersion, points, shownClass } from '../state/points';
import { detailOf } from '../state/rows';
import { className, confirming, rowsWord, selection } from '../state/store';
import { Swatch } from './Swatch';
import { rowName } from './format';

const SHOWN = 6;

interface Counted {
  labeled: number;
  unknown: number;
  classes: [number, number][];
}

/** What the selected rows are: labels given, else what the model says and may be told. */
function count(rows: Uint32Array): Counted {
  void [labelVersion.value, mapVersion.value, askedVersion.value];
  let [labeled, unknown] = [0, 0];
  const found = new Map<number, number>();
  for (const row of rows) {
    if (points.label[row] !== NONE) labeled++;
    const label = shownClass(row);
    if (label === NONE) unknown++;
    else found.set(label, (found.get(label) ?? 0) + 1);
  }
  return { labeled, unknown, classes: [...found].sort((a, b) => b[1] - a[1]) };
}

/** Many rows at once: asked before it is done. */
function Confirm({ name, count, labeled }: { name: string; count: number; labeled: number }) {
  return (
    <div class="confirm" role="alertdialog" aria-label="Label many rows?">
      <p>
        Label these {rowsWord(count)} as <strong>{name}</strong>?
        {labeled > 0 && ` ${labeled.toLocaleString('en')} of them will lose the label they have.`}
      </p>
      <div class="buttons">
        <button onClick={() => void label(name)}>
          Label {count.toLocaleString('en')} <kbd>Enter</kbd>
        </button>
        <button onClick={() => (confirming.value = null)}>
          No <kbd>Esc</kbd>
        </button>
      </div>
    </div>
  );
}

export function Selected() {
  const rows = selection.value;
  const { labeled } = count(rows);
  return (
    <div class="asked">
      <div class="asked-head">
        <h2>{rowsWord(rows.length)} selected</h2>
        <button onClick={clearSelection}>
          Clear <kbd>Esc</kbd>
        </button>
      </div>
      {confirming.value ? (
        <Confirm {...confirming.value} labeled={labeled} />
      ) : (
        <p class="why">
          Press the key of a class, or type its name, to label all of them.
          {labeled > 0 &&
            ` ${labeled.toLocaleString('en')} of them ${labeled === 1 ? 'has' : 'have'} a label already.`}
        </p>
      )}
    </div>
  );
}

/** Which classes they seem to be, and a few of them in words. */
export function SelectedRows() {
  const rows = selection.value;
  const { classes, unknown } = count(rows);
  const some = Array.from({ length: Math.min(SHOWN, rows.length) }, (_, k) => {
    return rows[Math.floor((k * rows.length) / Math.min(SHOWN, rows.length))];
  });
  return (
    <div class="detail">
      {classes.length > 0 && (
        <ul class="shares" aria-label="Classes of the selected rows">
          {classes.slice(0, SHOWN).map(([label, number]) => (
            <li key={label}>
              <Swatch label={label} />
              <span class="share-name">{className(label)}</span>
              <span class="share-bar">
                <span style={{ width: `${(100 * number) / rows.length}%` }} />
              </span>
              <span class="number">{number.toLocaleString('en')}</span>
            </li>
          ))}
          {unknown > 0 && (
            <li class="unknown">
              <span class="share-name">no class yet</span>
              <span class="number">{unknown.toLocaleString('en')}</span>
            </li>
          )}
        </ul>
      )}
      <ul class="samples" aria-label="Some of the selected rows">
        {some.map((row) => {
          const detail = detailOf(row);
          return <li key={row}>{detail?.text ?? <span class="row-number">{rowName(row, detail)}</span>}</li>;
        })}
      </ul>
    </div>
  );
}
