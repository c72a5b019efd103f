import { heat } from '../palette/colors';
import { className } from '../state/store';
import { Swatch } from './Swatch';

/** Classes up to which their names stand beside the table; above, the cells are small so that all are in sight. */
const NAMED = 8;

interface Props {
  of: string;
  counts: number[][];
}

/** Own class down, predicted class across; the shade is the share of the row. */
export function Confusion({ of, counts }: Props) {
  if (!counts.length) return null;
  return (
    <>
      <h2>What is taken for what</h2>
      <p class="soft">Each line is a class as you labeled it ({of}), each column what the model says.</p>
      <div class="table scrolls" tabIndex={0} role="group" aria-label="Table of classes">
        <table class={counts.length > NAMED ? 'confusion dense' : 'confusion'}>
          <thead>
            <tr>
              <td>
                <span class="visually-hidden">your label</span>
              </td>
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
