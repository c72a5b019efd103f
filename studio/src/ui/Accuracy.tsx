import type { Fit } from '../api/types';
import { fit } from '../state/store';
import { Confusion } from './Confusion';
import { Curve } from './Curve';
import { accuracyWords } from './format';

function LeftOut({ one }: { one: NonNullable<Fit['left_out']> }) {
  return (
    <p class="soft">
      Labels held out in turn: {one.right} of {one.of} right. Raw features get {one.raw}, always the commonest
      class {one.common}.
    </p>
  );
}

/** How good the model is, measured on rows that it has never seen. */
export function Accuracy() {
  const now = fit.value;
  const accuracy = now?.accuracy;
  return (
    <>
      <h2>Accuracy</h2>
      {accuracy && accuracy.of > 0 ? (
        <p class="figure">{accuracyWords(accuracy)}</p>
      ) : (
        <p class="soft">
          Not measured yet. A few of the suggested rows are drawn at random and kept apart; label them, and
          this becomes an honest figure.
        </p>
      )}
      {now && now.learning.length > 0 && <Curve points={now.learning} />}
      {now?.left_out && now.left_out.of > 0 && <LeftOut one={now.left_out} />}
      {now?.confusion && <Confusion of={now.confusion.of} counts={now.confusion.counts} />}
    </>
  );
}
