import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';
import { labelBytes, mapBytes } from '../../mock/binary.mjs';

const { readMap, readLabels } = await load('api/binary.ts');
const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

// Three rows: every array but the floats ends inside of four bytes and is padded.
const session = {
  rows: { n: 3 },
  map: {
    version: 5,
    x: Float32Array.of(0, 0.5, -1),
    y: Float32Array.of(1, -0.25, 0),
    predicted: Uint16Array.of(0, 65535, 2),
    sure: Uint8Array.of(255, 0, 7),
  },
  version: 9,
  label: Uint16Array.of(65535, 1, 0),
  mark: Uint8Array.of(2, 0, 1),
  changed: [
    { version: 8, rows: [0] },
    { version: 9, rows: [2, 1] },
  ],
};

test('a map is read as it was written', () => {
  const map = readMap(buffer(mapBytes(session, 0)));
  assert.deepEqual([map.version, map.n], [5, 3]);
  assert.deepEqual([...map.positions.x], [0, 0.5, -1]);
  assert.deepEqual([...map.positions.y], [1, -0.25, 0]);
  assert.deepEqual([...map.predictions.predicted], [0, 65535, 2]);
  assert.deepEqual([...map.predictions.sure], [255, 0, 7]);
});

test('a map that is known already brings nothing', () => {
  const map = readMap(buffer(mapBytes(session, 5)));
  assert.deepEqual([map.positions, map.predictions], [null, null]);
});

test('labels come whole or as changes', () => {
  const whole = readLabels(buffer(labelBytes(session, 0)));
  assert.equal(whole.rows, null);
  assert.deepEqual([...whole.label], [65535, 1, 0]);
  const changes = readLabels(buffer(labelBytes(session, 8)));
  assert.deepEqual([...changes.rows], [2, 1]);
  assert.deepEqual([...changes.label], [0, 1]);
  assert.deepEqual([...changes.mark], [1, 0]);
});

test('what is no answer, or half of one, is refused', () => {
  const bytes = mapBytes(session, 0);
  assert.throws(() => readLabels(buffer(bytes)), /"HLM1" where "HLL1"/);
  assert.throws(() => readMap(buffer(bytes.subarray(0, 20))), /inside of an array/);
});
