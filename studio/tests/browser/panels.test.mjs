// Panels, menus and search in a real browser with the real program.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { begin } from './session.mjs';

let session, user, rows;
before(async () => {
  session = await begin(400);
  ({ user, rows } = session);
  // Labels of two classes at least.
  for (let k = 0; k < 6; k++) await user.label(rows[await user.target()].topic);
  await user.settled();
});
after(() => session?.end());

const text = (selector) => user.page.$eval(selector, (element) => element.textContent);

test('a class is renamed in its menu', async () => {
  await user.page.click('.chip .icon');
  await user.page.click('.class-menu input[name="to"]', { count: 3 });
  await user.page.keyboard.type('renamed');
  await user.page.keyboard.press('Enter');
  await user.until(() => document.querySelector('.chip-name')?.textContent === 'renamed');
});

test('what the server refuses is taken back and said', async () => {
  const other = (await user.state()).classes[1].name;
  await user.page.click('.chip .icon');
  await user.page.click('.class-menu input[name="to"]', { count: 3 });
  await user.page.keyboard.type(other);
  await user.page.keyboard.press('Enter');
  await user.page.waitForSelector('.status .line.error');
  assert.equal(await user.data('errors'), '1');
  assert.equal(await text('.chip-name'), 'renamed');
  await user.page.click('.status .quiet');
});

/** Presses an arrow key on a closed list and gives the page time to act on it; returns what the list shows then. */
async function arrow(selector) {
  const { version } = await user.state();
  await user.page.focus(selector);
  await user.page.keyboard.press('ArrowDown');
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await user.state()).version, version, 'an arrow key alone does nothing');
  return user.page.$eval(selector, (list) => list.value);
}

test('classes are merged by the button, not by an arrow key', async () => {
  const { classes, labeled } = await user.state();
  await user.page.click('.chip .icon');
  const into = await arrow('.class-menu select');
  assert.equal(into, classes[1].name);
  await user.page.click('.class-menu form:has(select) button');
  await user.until((count) => document.querySelectorAll('.chip').length === count, classes.length - 1);
  const after = await user.state();
  assert.ok(after.classes.every((one) => one.name !== classes[0].name));
  assert.equal(after.labeled, labeled);
  await user.page.keyboard.press('Backspace');
  await user.until((count) => document.querySelectorAll('.chip').length === count, classes.length);
  await user.settled();
});

test('a method and a parameter are used when they are confirmed, not at every arrow key', async () => {
  await user.page.click('#tab-model');
  const { settings } = await user.state();
  const method = await arrow('.choices select');
  assert.notEqual(method, settings.method);
  await user.page.click('.method button');
  await user.until((name) => document.querySelector('.features dd')?.textContent === name, method);
  assert.equal((await user.state()).settings.method, method);

  const votes = '.choices label:last-child input';
  assert.notEqual(await arrow(votes), '');
  await user.page.keyboard.press('Escape');
  assert.equal((await user.state()).settings.votes, null);
  assert.equal(await user.page.$eval(votes, (field) => field.value), '');
  await user.page.focus(votes);
  await user.page.keyboard.type('3');
  await user.page.keyboard.press('Enter');
  await user.until(() => document.documentElement.dataset.unsaved === '0');
  assert.equal((await user.state()).settings.votes, 3);
  for (let k = 0; k < 2; k++) await user.page.keyboard.press('Backspace');
  await user.settled();
  assert.deepEqual((await user.state()).settings, settings);
  assert.equal(await user.page.$eval('.choices select', (list) => list.value), settings.method);
  await user.page.click('#tab-label');
});

test('search lists rows by their words, whole words first', async () => {
  await user.page.keyboard.press('/');
  await user.page.keyboard.type('took wallet');
  const expected = rows.filter((one) => one.text.includes('wallet')).length;
  await user.until(
    (count) => document.querySelector('.rows-head h2')?.textContent === `${count} rows with “took wallet”`,
    expected,
  );
  await user.until(() => /wallet/.test(document.querySelector('.line-text')?.textContent ?? ''));
  await user.page.keyboard.press('Escape');
  await user.page.waitForSelector('.body.label');
});

test('a search that was given up does not dim the map later', async () => {
  await user.page.keyboard.press('/');
  await user.page.keyboard.type('card');
  await user.page.keyboard.press('Escape');
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal(await user.page.$('.body.rows'), null);
  assert.equal(await user.page.$eval('.search input', (field) => field.value), '');
});

test('rows like one are listed, ticked and labeled by one key', async () => {
  const before = await user.state();
  const row = await user.target();
  await user.page.keyboard.press('.');
  await user.page.waitForSelector('.line-row input');
  await user.until(() => document.querySelectorAll('.line-row .line-text').length > 3);
  for (const place of [1, 2, 3]) await user.page.click(`.line-row:nth-child(${place}) input`);
  await user.until(() => window.halflitStudio.selected().length === 3);
  const ticked = await user.page.evaluate(() => window.halflitStudio.selected());
  assert.ok(!ticked.includes(row));
  await user.press(before.classes[0].key);
  await user.settled();
  const labeled = ticked.filter((one) => one !== null).length;
  assert.equal(labeled, 3);
  for (const one of ticked) {
    assert.equal(await user.page.evaluate((k) => window.halflitStudio.label(k), one), 0);
  }
  await user.page.keyboard.press('Backspace');
  await user.settled();
  await user.page.keyboard.press('Escape');
  await user.page.click('#tab-label');
});

test('filters list what was done with rows, and Escape ends them', async () => {
  await user.page.click('#tab-rows');
  const { labeled } = await user.state();
  await user.page.select('.filters select', 'labeled');
  await user.until(
    (count) => document.querySelector('.rows-head h2')?.textContent === `${count} rows`,
    labeled,
  );
  await user.page.select('.filters select[aria-label="Sureness"]', 'unsure');
  await user.until(() => document.querySelector('.rows-head h2')?.textContent === '0 rows');
  await user.page.evaluate(() => document.activeElement.blur());
  await user.page.keyboard.press('Escape');
  await user.page.keyboard.press('Escape');
  await user.until(() => / rows in view$/.test(document.querySelector('.rows-head h2')?.textContent ?? ''));
  await user.page.click('#tab-label');
});

test('colours by sureness and by a column', async () => {
  await user.page.select('.map-tools select', 'sureness');
  await user.page.waitForSelector('.legend');
  await user.page.select('.map-tools select', 'column e3');
  await user.until(() => /\d/.test(document.querySelector('.legend')?.textContent ?? ''));
  await user.page.select('.map-tools select', 'class');
  await user.until(() => !document.querySelector('.legend'));
});

test('every panel opens', async () => {
  for (const name of ['rows', 'accuracy', 'doubtful', 'model', 'export', 'label']) {
    await user.page.click(`#tab-${name}`);
    await user.page.waitForSelector(`.body.${name}`);
  }
  await user.page.keyboard.press('?');
  await user.page.waitForSelector('dialog.help[open]');
  await user.page.keyboard.press('Escape');
  await user.until(() => !document.querySelector('dialog.help[open]'));
});

test('nothing went wrong unseen', () => {
  assert.deepEqual(user.complaints, []);
});
