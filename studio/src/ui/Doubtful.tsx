import { goTo, target } from '../state/queue';
import { className, fit } from '../state/store';
import { Swatch } from './Swatch';
import { percent } from './format';

function Named({ label }: { label: number }) {
  return (
    <span class="named">
      <Swatch label={label} /> <span>{className(label)}</span>
    </span>
  );
}

/** Labels that the neighbours contradict: a click goes there, a key corrects. */
export function Doubtful() {
  const rows = fit.value?.doubtful ?? [];
  if (!rows.length) {
    return (
      <>
        <h2>Doubtful labels</h2>
        <p class="soft">No label is contradicted by the rows around it.</p>
      </>
    );
  }
  return (
    <>
      <h2>Doubtful labels</h2>
      <p class="soft">The rows around these say otherwise. Look; a class key corrects.</p>
      <ul class="doubtful-rows">
        {rows.map(({ row, label, predicted, sure }) => (
          <li key={row}>
            <button aria-current={target.value === row} onClick={() => goTo(row)}>
              <span class="row-number">{row}</span>
              <Named label={label} />
              <span class="soft">looks like</span>
              <Named label={predicted} />
              <span class="number">{percent(sure)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
