// One session in a real browser with the real program, from the first label to the export and a restart.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { begin } from './session.mjs';
import { User } from './studio.mjs';

let session, user, rows;
before(async () => {
  session = await begin(600);
  ({ user, rows } = session);
});
after(() => session?.end());

const text = (selector) => user.page.$eval(selector, (element) => element.textContent);

test('opens on a map, with rows to label and no class', async () => {
  const state = await user.state();
  assert.equal(state.data.rows, 600);
  assert.equal(state.labeled, 0);
  assert.ok(state.suggestions.length > 0);
  assert.equal(await user.page.evaluate(() => window.halflitStudio.rows()), 600);
  const { id } = rows[await user.target()];
  await user.until((name) => document.querySelector('.asked h2')?.textContent.startsWith(name), id);
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
  assert.equal(kept, 0, 'check rows begin at the fifteenth answer');
  assert.ok(Number(await user.data('mapVersion')) > version);
  const after = await user.places(some);
  const moved = after.map(([x, y], k) => Math.hypot(x - before[k][0], y - before[k][1]));
  assert.ok(Math.max(...moved) > 1e-3, `rows moved by ${moved}`);
  const predicted = await user.page.evaluate(() => window.halflitStudio.predicted(0));
  assert.ok(predicted < state.classes.length);
  await user.until(() => document.querySelector('.status .aside').textContent === 'all saved');
});

test('a check row says why it is asked, and not what the model thinks', async () => {
  const { suggestions } = await user.state();
  const place = suggestions.findIndex((one) => one.check);
  assert.ok(place >= 0, 'some of the suggestions are check rows');
  for (let k = 0; k < 12 && (await user.target()) !== suggestions[place].row; k++) {
    await user.page.keyboard.press('ArrowRight');
  }
  assert.match(await text('.check-note'), /the model will not learn from it/);
  await user.until(
    (words) => document.querySelector('.details .text')?.textContent === words,
    rows[suggestions[place].row].text,
  );
  assert.equal(await user.page.$('.details .shares'), null);
  await user.page.keyboard.press('ArrowRight');
  await user.page.waitForSelector('.details .shares');
});

test('a lasso does not tell what the model thinks of a check row', async () => {
  const { suggestions } = await user.state();
  const { x, y } = await user.screen(suggestions.find((one) => one.check).row);
  await user.lasso(x - 3, y - 3, x + 3, y + 3);
  await user.until(() => /rows? selected/.test(document.querySelector('.asked h2')?.textContent ?? ''));
  const count = Number((await text('.asked h2')).match(/^\d+/)[0]);
  const told = await user.page.$$eval('.details .shares li:not(.unknown) .number', (all) =>
    all.reduce((sum, one) => sum + Number(one.textContent), 0),
  );
  assert.equal(told, count - 1, 'all but the check row');
  await user.page.keyboard.press('Escape');
});

test('hovering shows the text of a row, a click asks about it', async () => {
  const { x, y } = await user.screen(7);
  await user.page.mouse.move(x, y);
  await user.page.waitForSelector('.card .text');
  await user.page.mouse.click(x, y);
  await user.page.mouse.move(2, 300);
  const target = await user.target();
  await user.until((name) => document.querySelector('.asked h2')?.textContent === name, rows[target].id);
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
  await user.page.keyboard.press('Backspace');
  await user.settled();
  assert.equal((await user.state()).labeled, before);
  await user.page.keyboard.down('Control');
  await user.page.keyboard.press('y');
  await user.page.keyboard.up('Control');
  await user.settled();
  assert.equal((await user.state()).labeled, labeled);
  await user.page.keyboard.press('Backspace');
  await user.settled();
  await user.page.keyboard.press('Escape');
});

test('undo asks the row again', async () => {
  const row = await user.target();
  await user.label(rows[row].topic);
  // The page has seen the label: one that is taken back before that leaves no trace to return to.
  await user.settled();
  assert.notEqual(await user.target(), row);
  await user.page.keyboard.press('Backspace');
  await user.until((wanted) => window.halflitStudio.target() === wanted, row);
  await user.page.keyboard.press('Escape');
  await user.settled();
});

test('what is done again is not asked again', async () => {
  const row = await user.target();
  await user.label(rows[row].topic);
  await user.settled();
  await user.page.keyboard.press('Backspace');
  await user.until((wanted) => window.halflitStudio.target() === wanted, row);
  await user.settled();
  await user.page.keyboard.down('Control');
  await user.page.keyboard.press('y');
  await user.page.keyboard.up('Control');
  await user.settled();
  await user.until((wanted) => window.halflitStudio.target() !== wanted, row);
  await user.page.keyboard.press('Backspace');
  await user.settled();
  await user.page.keyboard.press('Escape');
});

test('skip leaves a row unlabeled and goes on', async () => {
  const row = await user.target();
  await user.page.keyboard.press('ArrowDown');
  await user.settled();
  assert.notEqual(await user.target(), row);
  assert.equal((await user.state()).skipped, 1);
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

test('killed and started again, the page goes on with every label', async () => {
  const [before, row, { url }] = [await user.state(), await user.target(), session.studio];
  await session.studio.kill();
  await user.page.waitForSelector('.banner');
  assert.match(await text('.banner'), /your labels are in .*messages\.csv/);
  assert.equal(await text('.status .aside'), '', 'nobody says that all is saved');
  // A label that cannot be kept is not shown as one.
  await user.press('1');
  await user.until(() => /does not answer/.test(document.querySelector('.status .line')?.textContent ?? ''));
  assert.equal(await text('.status .aside'), '');
  assert.equal(await user.target(), row);
  await session.restart();
  assert.equal(session.studio.url, url);
  await user.until(() => !document.querySelector('.banner'));
  await user.settled();
  const now = await user.state();
  assert.equal(now.labeled, before.labeled);
  assert.deepEqual(now.classes, before.classes);
  assert.equal(await user.target(), row, 'the row in front of the person stays');
  await user.label(rows[row].topic);
  const lines = (await readFile(now.journal, 'utf8')).trim().split('\n');
  const last = JSON.parse(lines.at(-1));
  assert.deepEqual([last.rows, last.class], [[row], rows[row].topic]);
  const again = await User.open(session.browser, session.studio.url);
  assert.equal((await again.state()).labeled, before.labeled + 1);
  assert.deepEqual(again.complaints, []);
  assert.equal(await again.data('errors'), '0');
});

test('another studio on the port learns nothing, and the page says so', async () => {
  await session.studio.kill();
  const { port } = new URL(session.studio.url);
  const asked = [];
  const other = createServer((request, response) => {
    asked.push(request.url + JSON.stringify(request.headers));
    response.end('{"proof":"no"}');
  });
  await new Promise((resolve) => other.listen(port, '127.0.0.1', resolve));
  await user.until(() => /Another program/.test(document.querySelector('.banner')?.textContent ?? ''));
  const token = new URL(session.studio.url).searchParams.get('token');
  assert.ok(asked.length && asked.every((one) => !one.includes(token)), 'the token was told');
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  await session.restart();
  await user.until(() => !document.querySelector('.banner'));
});

test('nothing went wrong unseen', () => {
  assert.deepEqual(user.complaints, []);
});
