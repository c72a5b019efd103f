import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';
import { random } from '../../mock/data.mjs';

const { Grid } = await load('map/grid.ts');
const { enclosed, inside } = await load('map/lasso.ts');
const { namePlaces } = await load('map/names.ts');

const draw = random(3);
const n = 3000;
const x = Float32Array.from({ length: n }, () => 2 * draw() - 1);
const y = Float32Array.from({ length: n }, () => draw() - 0.5);

test('the grid finds the nearest row, as asking every row does', () => {
  const grid = new Grid(x, y);
  for (let k = 0; k < 300; k++) {
    const [px, py, distance] = [3 * draw() - 1.5, 2 * draw() - 1, 0.06 * draw()];
    let [best, expected] = [distance, null];
    for (let row = 0; row < n; row++) {
      const apart = Math.hypot(x[row] - px, y[row] - py);
      if (apart <= best) [best, expected] = [apart, row];
    }
    assert.equal(grid.nearest(px, py, distance), expected);
  }
});

test('a grid of rows at one place, and of none', () => {
  assert.equal(
    new Grid(Float32Array.of(0.2, 0.2), Float32Array.of(0, 0)).nearest(0.21, 0, 0.1) !== null,
    true,
  );
  assert.equal(new Grid(new Float32Array(0), new Float32Array(0)).nearest(0, 0, 1), null);
});

test('a lasso takes what is inside and keeps what was chosen', () => {
  const square = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.25],
    [0, 0.25],
  ];
  const rows = enclosed(square, x, y, new Uint32Array(0));
  const expected = [...x.keys()].filter((row) => x[row] > 0 && x[row] < 0.5 && y[row] > 0 && y[row] < 0.25);
  assert.ok(expected.length > 100);
  assert.deepEqual([...rows], expected);
  const outside = x.findIndex((value) => value < -0.5);
  const more = enclosed(square, x, y, Uint32Array.of(outside));
  assert.equal(more.length, expected.length + 1);
  assert.ok(more.includes(outside));
});

test('a line that bends inwards leaves the dent out', () => {
  const arrow = [
    [0, 0],
    [4, 4],
    [8, 0],
    [4, 1],
  ];
  assert.equal(inside(arrow, 4, 2), true);
  assert.equal(inside(arrow, 4, 0.5), false);
});

test('a name is written where its class is dense, not between its parts', () => {
  const rows = { x: [], y: [], label: [], predicted: [], sure: [], mark: [] };
  const put = (px, py, count, predicted, mark) => {
    for (let k = 0; k < count; k++) {
      rows.x.push(px);
      rows.y.push(py);
      rows.label.push(65535);
      rows.predicted.push(predicted);
      rows.mark.push(mark);
      rows.sure.push(200);
    }
  };
  put(-0.8, 0.5, 30, 1, 0);
  put(0.8, 0.5, 20, 1, 0);
  put(0, 0, 1, 0, 16); // an asked check row: its class is not told
  const places = namePlaces(rows, 2);
  assert.deepEqual(
    places.map(({ label }) => label),
    [1],
  );
  assert.ok(Math.abs(places[0].x + 0.8) < 1e-6);
});
