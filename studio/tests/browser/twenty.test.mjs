// One label a second with twenty classes: how many keys does a label take?
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { INTENTS, intents } from './data.mjs';
import { begin } from './session.mjs';

const LABELS = 60;
const MOST = 1.6; // presses a label
let session, user, rows;
before(async () => {
  rows = intents(600);
  session = await begin(rows.length, undefined, rows);
  ({ user } = session);
});
after(() => session?.end());

const keyOf = async (name) => (await user.state()).classes.find((one) => one.name === name)?.key;

test('a list of names that is pasted becomes classes, each with a key of its own', async () => {
  await user.page.focus('.name input');
  await user.page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }, INTENTS.join('\n'));
  user.presses += 2; // Ctrl and V
  await user.page.waitForSelector('.proposal');
  await user.press('Enter');
  await user.until((count) => document.querySelectorAll('.chip').length === count, INTENTS.length);
  const { classes } = await user.state();
  assert.deepEqual(
    classes.map((one) => one.name),
    INTENTS,
  );
  const keys = classes.map((one) => one.key);
  assert.equal(new Set(keys).size, INTENTS.length, `keys: ${keys}`);
  assert.ok(keys.slice(9).every((key) => /^[a-z]$/.test(key)));
});

/** As a person would: the prediction where it is right, else the key of the class. */
async function answer() {
  const row = await user.target();
  const right = await user.page.evaluate((wanted) => {
    const space = [...document.querySelectorAll('.chip-row kbd')].find((one) => one.textContent === 'Space');
    return space?.closest('.chip-row').querySelector('.chip-name').textContent === wanted;
  }, rows[row].topic);
  await user.press(right ? 'Space' : await keyOf(rows[row].topic));
  await user.until(() => document.documentElement.dataset.unsaved === '0');
  await user.settled();
  return right;
}

test(`${LABELS} labels take at most ${MOST} presses each, and every one is right`, async () => {
  let accepted = 0;
  for (let k = 0; k < LABELS; k++) accepted += await answer();
  const { labeled } = await user.state();
  assert.equal(labeled, LABELS);
  assert.ok(user.presses / LABELS <= MOST, `${user.presses} presses for ${LABELS} labels`);
  console.log(`${user.presses} presses for ${LABELS} labels, ${accepted} of them by Space`);
  const { classes } = await user.state();
  const wrong = await user.page.evaluate(
    (all) => all.filter((index, row) => ![65535, index].includes(window.halflitStudio.label(row))).length,
    rows.map((row) => classes.findIndex((one) => one.name === row.topic)),
  );
  assert.equal(wrong, 0);
});

test('a name that is typed is a name, though its letters are keys', async () => {
  const row = await user.target();
  const before = (await user.state()).labeled;
  await user.page.keyboard.type('report li', { delay: 30 });
  await user.until(() => document.querySelector('.name input').value === 'report li');
  await user.press('Enter');
  await user.settled();
  const { labeled, classes } = await user.state();
  assert.equal(labeled, before + 1);
  const label = await user.page.evaluate((one) => window.halflitStudio.label(one), row);
  assert.equal(classes[label].name, 'report limit');
  await user.page.keyboard.press('Backspace');
  await user.settled();
});

test('other case and spaces are the same class, a prefix is its best match, a new name is asked about', async () => {
  const { classes } = await user.state();
  await user.page.focus('.name input');
  await user.write('CANCEL  Card');
  assert.equal(await user.page.$eval('.chip.best .chip-name', (one) => one.textContent), 'cancel card');
  await user.press('Escape');
  await user.page.focus('.name input');
  await user.write('something else');
  await user.press('Enter');
  await user.page.waitForSelector('.proposal');
  assert.equal((await user.state()).classes.length, classes.length);
  await user.press('Escape');
  assert.equal((await user.state()).classes.length, classes.length);
});

test('keys stay after a merge, and can be given', async () => {
  const before = (await user.state()).classes;
  await user.page.click('.chip .icon');
  await user.page.select('.class-menu select', before[1].name);
  await user.page.click('.class-menu form:has(select) button');
  await user.until((count) => document.querySelectorAll('.chip').length === count, before.length - 1);
  const after = (await user.state()).classes;
  assert.deepEqual(
    after.map((one) => one.key),
    before.slice(1).map((one) => one.key),
  );
  await user.page.click('.chip .icon');
  await user.page.click('.class-menu input[name="key"]', { count: 3 });
  await user.page.keyboard.type('z');
  await user.page.keyboard.press('Enter');
  await user.until(() => document.querySelector('.chip kbd')?.textContent === 'z');
  for (let k = 0; k < 2; k++) await user.page.keyboard.press('Backspace');
  await user.settled();
});

test('many rows at once are asked about first', async () => {
  const { labeled, classes } = await user.state();
  const box = await user.page.$eval('.marks', (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left + 2, top + 2, right - 2, bottom - 40];
  });
  await user.lasso(...box);
  await user.until(() => /rows selected/.test(document.querySelector('.asked h2')?.textContent ?? ''));
  await user.press(classes[0].key);
  await user.page.waitForSelector('.confirm');
  assert.equal((await user.state()).labeled, labeled);
  await user.press('Escape');
  await user.until(() => !document.querySelector('.confirm'));
  await user.press(classes[0].key);
  await user.page.waitForSelector('.confirm');
  await user.press('Enter');
  await user.settled();
  assert.ok((await user.state()).labeled > 500);
  await user.page.keyboard.press('Backspace');
  await user.settled();
  assert.equal((await user.state()).labeled, labeled);
});

test('nothing went wrong unseen', () => {
  assert.deepEqual(user.complaints, []);
});
