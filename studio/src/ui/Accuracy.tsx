import type { Fit } from '../api/types';
import { fit } from '../state/store';
import { Confusion } from './Confusion';
import { Curve } from './Curve';
import { accuracyWords } from './format';

function LeftOut({ one }: { one: NonNullable<Fit['left_out']> }) {
  return (
    <p class="soft">
      Self-check: halflit hid {one.of} of your labels and got {one.right} of them right. The most similar
      labeled row gets {one.raw} right, and always guessing the most common class {one.common}.
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
          Not measured yet. Now and then you are asked about a row drawn at random, a check row. The model
          does not learn from it, so that your answer tells how often the model is right.
        </p>
      )}
      {now && now.learning.length > 0 && <Curve points={now.learning} />}
      {now?.left_out && now.left_out.of > 0 && <LeftOut one={now.left_out} />}
      {now?.cautions?.map((one) => (
        <p key={one} class="soft">
          Note: {one}.
        </p>
      ))}
      {now?.confusion && <Confusion of={now.confusion.of} counts={now.confusion.counts} />}
    </>
  );
}
