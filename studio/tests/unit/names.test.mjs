// Which class is meant by what was typed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { fitOf, folded, listed, matches } = await load('state/names.ts');
const classes = ['card lost', 'card arrival', 'Lost phone', 'refund', 'cash'].map((name) => ({ name }));
const found = (typed, likely = () => 0) =>
  matches(typed, classes, likely).map(({ index }) => classes[index].name);

test('names that differ by case or spaces only are one', () => {
  assert.equal(folded('  Card   LOST '), folded('card lost'));
  assert.equal(fitOf('CARD  lost', 'card lost'), 0);
});

test('beginnings come first, then words, then anything inside', () => {
  assert.deepEqual(found('ca'), ['card lost', 'card arrival', 'cash']);
  assert.deepEqual(found('lost'), ['Lost phone', 'card lost']);
  assert.deepEqual(found('arr card'), ['card arrival']);
  assert.deepEqual(found('fun'), ['refund']);
  assert.deepEqual(found('xyz'), []);
});

test('among equals the likeliest for the row comes first', () => {
  assert.equal(found('c', (index) => (index === 4 ? 0.9 : 0.1))[0], 'cash');
});

test('a pasted list has each new name once', () => {
  assert.deepEqual(listed('refund\n Top up\ntop  UP\r\n\nfees\t', classes), ['Top up', 'fees']);
});
