import type { Fit } from '../api/types';
import { confirmRight } from '../state/actions';
import { goTo, target } from '../state/queue';
import { detailOf } from '../state/rows';
import { className, fit } from '../state/store';
import { Picture } from './Picture';
import { Swatch } from './Swatch';
import { percent, rowName } from './format';

function Named({ label }: { label: number }) {
  return (
    <span class="named">
      <Swatch label={label} /> <span>{className(label)}</span>
    </span>
  );
}

function Doubt({ row, label, predicted, sure }: Fit['doubtful'][number]) {
  const detail = detailOf(row);
  const image = detail?.image;
  return (
    <li class="doubt" aria-current={target.value === row}>
      <button class="doubt-row" onClick={() => goTo(row)}>
        {image && <Picture image={image} alt="" />}
        <span class="doubt-text">{detail?.text ?? rowName(row, detail)}</span>
      </button>
      <p>
        You said <Named label={label} />, similar rows say <Named label={predicted} />{' '}
        <span class="number">({percent(sure)})</span>
      </p>
      <button onClick={() => void confirmRight([row])}>It is right</button>
    </li>
  );
}

/** Labels that the rows like them contradict: a click goes there, a key corrects. */
export function Doubtful() {
  const rows = fit.value?.doubtful ?? [];
  if (!rows.length) {
    return (
      <>
        <h2>Doubtful labels</h2>
        <p class="soft">None: no label stands against rows like it.</p>
      </>
    );
  }
  return (
    <>
      <h2>Doubtful labels</h2>
      <p class="soft">
        The most doubtful first. Click one and press the key of its class, or say that it is right.
      </p>
      <ul class="doubtful-rows">
        {rows.map((one) => (
          <Doubt key={one.row} {...one} />
        ))}
      </ul>
    </>
  );
}
