// One session in a real browser with the real program, from the first label to the export and a restart.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { launch } from '../../scripts/chromium.mjs';
import { messages, writeMessages } from './data.mjs';
import { User, start } from './studio.mjs';

const rows = messages(600);
let folder, file, browser, studio, user;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'halflit-studio-'));
  file = path.join(folder, 'messages.csv');
  await writeMessages(file, rows);
  browser = await launch();
  studio = await start(file, ['--text', 'text', '--id', 'id']);
});

after(async () => {
  await browser?.close();
  await studio?.stop();
  await rm(folder, { recursive: true, force: true });
});

const text = (selector) => user.page.$eval(selector, (element) => element.textContent);

test('opens on a map, with rows to label and no class', async () => {
  user = await User.open(browser, studio.url);
  const state = await user.state();
  assert.equal(state.data.rows, 600);
  assert.equal(state.labeled, 0);
  assert.ok(state.suggestions.length > 0);
  assert.equal(await user.page.evaluate(() => window.halflitStudio.rows()), 600);
  assert.match(await text('.asked h2'), new RegExp(`row ${await user.target()}\\b`));
});

test('five rows are labeled by keyboard, and the map answers', async () => {
  const some = [0, 100, 200, 300, 400];
  const before = await user.places(some);
  const version = Number(await user.data('mapVersion'));
  const asked = new Set();
  for (let k = 0; k < 5; k++) {
    const row = await user.target();
    assert.ok(!asked.has(row), `row ${row} was asked twice`);
    asked.add(row);
    await user.label(rows[row].topic);
  }
  await user.settled();
  const state = await user.state();
  assert.equal(state.labeled, 5);
  const kept = state.classes.reduce((sum, one) => sum + one.check, 0);
  assert.equal(kept, 1, 'one of five is a check row');
  assert.ok(Number(await user.data('mapVersion')) > version);
  const after = await user.places(some);
  const moved = after.map(([x, y], k) => Math.hypot(x - before[k][0], y - before[k][1]));
  assert.ok(Math.max(...moved) > 1e-3, `rows moved by ${moved}`);
  const predicted = await user.page.evaluate(() => window.halflitStudio.predicted(0));
  assert.ok(predicted < state.classes.length);
  await user.until(() => document.querySelector('.status .aside').textContent === 'all saved');
});

test('hovering shows the text of a row, a click asks about it', async () => {
  const { x, y } = await user.screen(7);
  await user.page.mouse.move(x, y);
  await user.page.waitForSelector('.card .text');
  await user.page.mouse.click(x, y);
  await user.page.mouse.move(2, 300);
  const target = await user.target();
  await user.until((row) => document.querySelector('.asked h2')?.textContent.includes(`ow ${row}`), target);
  await user.until(
    (words) => document.querySelector('.details .text')?.textContent === words,
    rows[target].text,
  );
  await user.page.keyboard.press('Escape');
});

test('a lasso labels many; undo and redo', async () => {
  const before = (await user.state()).labeled;
  const { x, y } = await user.screen(7);
  await user.lasso(x - 40, y - 40, x + 40, y + 40);
  await user.until(() => /rows? selected/.test(document.querySelector('.asked h2')?.textContent ?? ''));
  const count = Number((await text('.asked h2')).replaceAll(',', '').match(/^\d+/)[0]);
  assert.ok(count > 0 && count < 600);
  await user.type('from the lasso');
  await user.until(() => document.documentElement.dataset.unsaved === '0');
  const { labeled, classes, undo } = await user.state();
  assert.ok(labeled > before);
  assert.ok(classes.some((one) => one.name === 'from the lasso'));
  assert.ok(undo);
  await user.page.keyboard.press('u');
  await user.settled();
  assert.equal((await user.state()).labeled, before);
  await user.page.keyboard.down('Control');
  await user.page.keyboard.press('y');
  await user.page.keyboard.up('Control');
  await user.settled();
  assert.equal((await user.state()).labeled, labeled);
  await user.page.keyboard.press('u');
  await user.settled();
  await user.page.keyboard.press('Escape');
});

test('undo asks the row again', async () => {
  const row = await user.target();
  await user.label(rows[row].topic);
  assert.notEqual(await user.target(), row);
  await user.page.keyboard.press('u');
  await user.until((wanted) => window.halflitStudio.target() === wanted, row);
  await user.page.keyboard.press('Escape');
  await user.settled();
});

test('skip leaves a row unlabeled and goes on', async () => {
  const row = await user.target();
  await user.page.keyboard.press('s');
  await user.settled();
  assert.notEqual(await user.target(), row);
  assert.equal((await user.state()).skipped, 1);
});

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

test('labels, map, model and report are taken home', async () => {
  await user.settled();
  const { labeled } = await user.state();
  const labels = (await user.ask('/api/export/labels.csv', 'text')).trim().split('\n');
  assert.equal(labels.filter((line) => /,(learn|check)$/.test(line)).length, labeled);
  const map = (await user.ask('/api/export/map.csv', 'text')).trim().split('\n');
  assert.equal(map.length, 601);
  for (const name of ['labels.parquet', 'model.halflit', 'report.html']) {
    assert.ok((await user.ask(`/api/export/${name}`, 'size')) > 100, name);
  }
  const lines = await user.ask('/api/export/commands');
  assert.match(lines.shell, /halflit/);
  assert.match(lines.python, /halflit/);
});

test('killed and started again, every label is there', async () => {
  const before = await user.state();
  await studio.kill();
  await user.page.waitForSelector('.banner');
  assert.match(await text('.banner'), /your labels are in .*messages\.csv/);
  studio = await start(file, ['--text', 'text', '--id', 'id']);
  const again = await User.open(browser, studio.url);
  const now = await again.state();
  assert.equal(now.labeled, before.labeled);
  assert.deepEqual(now.classes, before.classes);
  assert.deepEqual(again.complaints, []);
  assert.equal(await again.data('errors'), '0');
});

test('nothing went wrong unseen', () => {
  assert.deepEqual(user.complaints, []);
});
