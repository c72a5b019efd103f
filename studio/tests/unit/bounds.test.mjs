// The part of the map that is worth a window.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';
import { random } from '../../mock/data.mjs';

const { bulk, extremes, outside } = await load('map/bounds.ts');
const draw = random(5);

function cloud(n, far) {
  const x = Float32Array.from({ length: n }, () => draw() - 0.5);
  const y = Float32Array.from({ length: n }, () => draw() - 0.5);
  far.forEach(([a, b], k) => ([x[k], y[k]] = [a, b]));
  return [x, y];
}

test('rows without outliers are all in the window', () => {
  const [x, y] = cloud(3000, []);
  assert.deepEqual(bulk(x, y), extremes(x, y));
});

test('a few rows far out do not make the map small, and few are left out', () => {
  for (const n of [200, 1000, 20_000, 200_000]) {
    const far = [
      [40, 0],
      [0, -70],
      [-90, 3],
    ].slice(0, n < 1000 ? 1 : 3);
    const [x, y] = cloud(n, far);
    const box = bulk(x, y);
    assert.ok(box.right - box.left < 1.2 && box.top - box.bottom < 1.2, `${n}: ${JSON.stringify(box)}`);
    const left = outside(box, x, y);
    assert.ok(left >= far.length && left <= 0.0075 * n, `${n}: ${left} outside`);
  }
});

test('what is no crowd is shown as it is', () => {
  const [x, y] = cloud(20, [[40, 0]]);
  assert.deepEqual(bulk(x, y), extremes(x, y));
  assert.deepEqual(bulk(new Float32Array(0), new Float32Array(0)), {
    left: -1,
    right: 1,
    bottom: -1,
    top: 1,
  });
});
