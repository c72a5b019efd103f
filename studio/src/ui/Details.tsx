import { address } from '../api/client';
import type { RowDetail } from '../api/types';
import { NONE } from '../palette/colors';
import { askedVersion, isSecret, points } from '../state/points';
import { className } from '../state/store';
import { Swatch } from './Swatch';
import { figure, percent } from './format';

const LIKELY = 4;

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
      labeled <strong>{className(label)}</strong>
      {check && ', kept apart'}
    </p>
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
        <img
          src={image.startsWith('/') ? address(image) : image}
          alt={`Row ${detail.row}`}
          onError={(event) => (event.currentTarget.hidden = true)}
        />
      )}
      {detail.text && <p class="text">{detail.text}</p>}
      <Given row={detail.row} check={detail.check} />
      {shares && shares.length > 0 && <Shares shares={shares} />}
      {(features.length > 0 || detail.id !== null) && (
        <dl class="features">
          {detail.id !== null && (
            <>
              <dt>id</dt>
              <dd>{detail.id}</dd>
            </>
          )}
          {features.map(({ name, value }) => (
            <>
              <dt title={name}>{name}</dt>
              <dd>{figure(value)}</dd>
            </>
          ))}
        </dl>
      )}
    </div>
  );
}
