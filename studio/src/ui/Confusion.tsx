import { heat } from '../palette/colors';
import { className } from '../state/store';
import { Swatch } from './Swatch';

interface Props {
  of: string;
  counts: number[][];
}

/** Own class down, predicted class across; the shade is the share of the row. */
export function Confusion({ of, counts }: Props) {
  if (!counts.length) return null;
  return (
    <>
      <h2>Confusion</h2>
      <p class="soft">Rows: the label ({of}). Columns: what the model says.</p>
      <div class="table">
        <table class="confusion">
          <thead>
            <tr>
              <td />
              {counts.map((_, k) => (
                <th key={k} scope="col" title={className(k)}>
                  <Swatch label={k} />
                  <span class="visually-hidden">{className(k)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((row, own) => (
              <Row key={own} own={own} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ own, row }: { own: number; row: number[] }) {
  const total = row.reduce((sum, one) => sum + one, 0);
  return (
    <tr>
      <th scope="row" title={className(own)}>
        <Swatch label={own} />
        <span>{className(own)}</span>
      </th>
      {row.map((count, predicted) => {
        const { color, dark } = heat(count / Math.max(total, 1));
        const look = count ? { background: color, color: dark ? '#fff' : '#1d2126' } : {};
        return (
          <td
            key={predicted}
            class="number"
            style={look}
            title={`${className(own)}, taken for ${className(predicted)}: ${count}`}
          >
            {count || '·'}
          </td>
        );
      })}
    </tr>
  );
}
