import { NONE } from '../palette/colors';
import { select } from '../state/actions';
import { type Status, type Sureness, clearFilter, filtered, status, sureness } from '../state/filter';
import { listedRows, moreLikeThis, showInView } from '../state/listing';
import { labelVersion, points, shownClass } from '../state/points';
import { goTo, target } from '../state/queue';
import { detailOf } from '../state/rows';
import { alone, className, classes, listing, rowsWord, selection, state } from '../state/store';
import { Picture } from './Picture';
import { RowList } from './RowList';
import { Swatch } from './Swatch';
import { figure, rowName } from './format';

const STATUS: [Status, string][] = [
  ['any', 'any row'],
  ['open', 'to label'],
  ['labeled', 'labeled'],
  ['skipped', 'skipped'],
  ['check', 'check rows'],
];
const SURENESS: [Sureness, string][] = [
  ['any', 'sure or not'],
  ['unsure', 'unsure'],
  ['sure', 'sure'],
];

function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: [T, string][];
  change: (value: T) => void;
}) {
  return (
    <select
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.change(event.currentTarget.value as T)}
    >
      {props.options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** What is done with a row, and what it shows, is listed from all rows, wherever the map is. */
function Filters() {
  const anywhere = () => {
    if (listing.value.kind === 'view') listing.value = { kind: 'all' };
  };
  const own: [string, string][] = classes.value.map((one, k) => [String(k), one.name]);
  return (
    <div class="filters">
      <Choice
        label="Which rows"
        value={status.value}
        options={STATUS}
        change={(value) => {
          status.value = value;
          anywhere();
        }}
      />
      {own.length > 0 && (
        <>
          <Choice
            label="Class"
            value={String(alone.value ?? '')}
            options={[['', 'any class'], ...own]}
            change={(value) => (alone.value = value === '' ? null : Number(value))}
          />
          <Choice
            label="Sureness"
            value={sureness.value}
            options={SURENESS}
            change={(value) => (sureness.value = value)}
          />
        </>
      )}
    </div>
  );
}

function title(count: number): string {
  const now = listing.value;
  const rows = rowsWord(count);
  switch (now.kind) {
    case 'found':
      return `${now.more ? `The first ${rows}` : rows} with “${now.text}”`;
    case 'near':
      return `${rows} like ${now.of.length === 1 ? rowName(now.of[0], detailOf(now.of[0])) : rowsWord(now.of.length)}`;
    case 'all':
      return filtered.value ? rows : `All ${rows}`;
    default:
      return `${rows} in view`;
  }
}

function Head({ rows }: { rows: number[] }) {
  const now = listing.value;
  const reset = () => {
    clearFilter();
    showInView();
  };
  return (
    <div class="rows-head">
      <div class="asked-head">
        <h2>{title(rows.length)}</h2>
        {(now.kind !== 'view' || filtered.value) && (
          <button onClick={reset}>
            In view <kbd>Esc</kbd>
          </button>
        )}
        {now.kind === 'view' && <button onClick={() => (listing.value = { kind: 'all' })}>All</button>}
      </div>
      <Filters />
      <div class="buttons">
        <button disabled={!rows.length} onClick={() => select(Uint32Array.from(rows).sort())}>
          Select all
        </button>
        {now.kind === 'found' && <button onClick={() => void moreLikeThis(rows)}>More like these</button>}
        {selection.value.length > 0 && (
          <button onClick={() => select(new Uint32Array(0))}>
            Clear {selection.value.length.toLocaleString('en')}
          </button>
        )}
      </div>
    </div>
  );
}

function tick(row: number): void {
  const now = Array.from(selection.value);
  const next = now.includes(row) ? now.filter((one) => one !== row) : [...now, row];
  select(Uint32Array.from(next).sort());
}

/** What a row is called in the list: its text, else its id and its first values. */
function words(row: number): string {
  const detail = detailOf(row);
  if (!detail) return '…';
  if (detail.text) return detail.text.slice(0, 300);
  const values = detail.features.slice(0, 4).map((one) => `${one.name} ${figure(one.value)}`);
  return [rowName(row, detail), ...values].join(' · ');
}

function Line({ row, picture }: { row: number; picture: boolean }) {
  const shown = shownClass(row);
  const image = picture ? detailOf(row)?.image : null;
  const named = rowName(row, detailOf(row));
  return (
    <li class={picture ? 'tile' : 'line-row'} aria-current={target.value === row}>
      <input
        type="checkbox"
        aria-label={`Select ${named}`}
        checked={selection.value.includes(row)}
        onChange={() => tick(row)}
      />
      <button title={named} onClick={() => goTo(row)}>
        {image ? (
          <Picture image={image} alt={named} loading="lazy" />
        ) : (
          <span class="line-text">{words(row)}</span>
        )}
      </button>
      {shown !== NONE && (
        <span class={points.label[row] === NONE ? 'line-class guess' : 'line-class'} title={className(shown)}>
          <Swatch label={shown} />
        </span>
      )}
    </li>
  );
}

/** Rows as a list, or as pictures: those in view, found ones, those like another; ticked ones are labeled by one key. */
export function Rows() {
  void labelVersion.value;
  const rows = listedRows.value;
  const picture = Boolean(state.value?.data.image);
  return (
    <>
      <Head rows={rows} />
      <RowList
        rows={rows}
        label="Rows"
        across={picture ? 3 : 1}
        height={picture ? 104 : 46}
        render={(row) => <Line key={row} row={row} picture={picture} />}
      />
      <p class="rows-foot soft">Tick rows and press the key of a class to label them together.</p>
    </>
  );
}
