// The part of the map that is worth a window: nearly all rows, without the few that lie far out.
import type { Box } from './camera';

/** Rows that may be left out, and rows that stand for all where they are many. */
const LEFT_OUT = 0.005;
const SAMPLE = 50_000;
/** A side is cut only where that makes the map so much larger. */
const WORTH = 0.25;

export const WHOLE: Box = { left: -1, right: 1, bottom: -1, top: 1 };

/** All rows. */
export function extremes(x: Float32Array, y: Float32Array): Box {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (let row = 0; row < x.length; row++) {
    if (x[row] < box.left) box.left = x[row];
    if (x[row] > box.right) box.right = x[row];
    if (y[row] < box.bottom) box.bottom = y[row];
    if (y[row] > box.top) box.top = y[row];
  }
  return Number.isFinite(box.left) ? box : { ...WHOLE };
}

function sorted(values: Float32Array): Float32Array {
  const stride = Math.max(1, Math.floor(values.length / SAMPLE));
  const some = new Float32Array(Math.floor((values.length - 1) / stride) + 1);
  for (let k = 0; k < some.length; k++) some[k] = values[k * stride];
  return some.sort();
}

/** At least 99.5 % of the rows: sides behind which a few lie far out are drawn in, the emptiest first. */
export function bulk(x: Float32Array, y: Float32Array): Box {
  const box = extremes(x, y);
  if (x.length < 100) return box;
  const [across, up] = [sorted(x), sorted(y)];
  const n = across.length;
  let spare = Math.max(1, Math.floor(n * LEFT_OUT));
  const cut = Math.max(1, Math.floor(spare / 4));
  const sides = [
    { side: 'left', to: across[cut], span: across[n - 1 - cut] - across[cut] },
    { side: 'right', to: across[n - 1 - cut], span: across[n - 1 - cut] - across[cut] },
    { side: 'bottom', to: up[cut], span: up[n - 1 - cut] - up[cut] },
    { side: 'top', to: up[n - 1 - cut], span: up[n - 1 - cut] - up[cut] },
  ] as const;
  const gain = (one: (typeof sides)[number]) => Math.abs(box[one.side] - one.to) / Math.max(one.span, 1e-9);
  for (const one of [...sides].sort((a, b) => gain(b) - gain(a))) {
    if (gain(one) < WORTH || spare < cut) break;
    spare -= cut;
    box[one.side] = one.to;
  }
  return box;
}

/** How many rows lie outside. */
export function outside(box: Box, x: Float32Array, y: Float32Array): number {
  let count = 0;
  for (let row = 0; row < x.length; row++) {
    if (x[row] < box.left || x[row] > box.right || y[row] < box.bottom || y[row] > box.top) count++;
  }
  return count;
}
