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

test('search finds rows by their text', async () => {
  await user.page.keyboard.press('f');
  await user.page.keyboard.type('wallet');
  const expected = rows.filter((one) => one.text.includes('wallet')).length;
  await user.until(
    (count) => document.querySelector('.found')?.textContent === `select ${count} rows`,
    expected,
  );
  await user.page.keyboard.press('Escape');
  await user.page.keyboard.press('Escape');
});

test('every panel opens', async () => {
  for (const name of ['accuracy', 'model', 'doubtful', 'export', 'label']) {
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
