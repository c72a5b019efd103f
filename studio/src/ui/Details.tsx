import type { RowDetail } from '../api/types';
import { NONE } from '../palette/colors';
import { askedVersion, isSecret, points } from '../state/points';
import { className } from '../state/store';
import { Picture } from './Picture';
import { Swatch } from './Swatch';
import { figure, percent, rowName } from './format';

const LIKELY = 4;
const LONGEST = 20_000;

function Shares({ shares }: { shares: [number, number][] }) {
  return (
    <ul class="shares" aria-label="Predicted classes">
      {shares.slice(0, LIKELY).map(([label, share]) => (
        <li key={label}>
          <Swatch label={label} />
          <span class="share-name">{className(label)}</span>
          <span class="share-bar">
            <span style={{ width: `${100 * share}%` }} />
          </span>
          <span class="number">{percent(share)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The label as the page shows it now, which may be ahead of what the server told. */
function Given({ row, check }: { row: number; check: boolean }) {
  const label = points.label[row];
  if (label === NONE) return null;
  return (
    <p class="given">
      <Swatch label={label} />
      You labeled it <strong>{className(label)}</strong>
      {check && ', a check row'}
    </p>
  );
}

/** The columns of a row; under a text or a picture they are for those who want them. */
function Values({ features, folded }: Pick<RowDetail, 'features'> & { folded: boolean }) {
  const list = (
    <dl class="features">
      {features.map(({ name, value }) => (
        <>
          <dt title={name}>{name}</dt>
          <dd>{figure(value)}</dd>
        </>
      ))}
    </dl>
  );
  return folded ? (
    <details class="values">
      <summary>Values</summary>
      {list}
    </details>
  ) : (
    list
  );
}

/** Everything that is known of a row. */
export function Details({ detail, most }: { detail: RowDetail; most?: number }) {
  const { image } = detail;
  void askedVersion.value;
  // It may have been told before the row was asked as a check row.
  const shares = isSecret(detail.row) ? null : detail.shares;
  const features = detail.features.slice(0, most);
  return (
    <div class="detail">
      {image && (
        <Picture
          image={image}
          alt={rowName(detail.row, detail)}
          onError={(event) => (event.currentTarget.alt = 'This picture cannot be shown: is its file there?')}
        />
      )}
      {detail.text && (
        <p class="text">
          {detail.text.slice(0, LONGEST)}
          {detail.text.length > LONGEST && ` … (${detail.text.length.toLocaleString('en')} letters in all)`}
        </p>
      )}
      <Given row={detail.row} check={detail.check} />
      {shares && shares.length > 0 && <Shares shares={shares} />}
      {features.length > 0 && <Values features={features} folded={Boolean(detail.text || image)} />}
    </div>
  );
}
