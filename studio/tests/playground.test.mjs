// The playground in a real browser, without a network once it is loaded, beside the command: `cargo xtask test` runs this.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { program, start } from './browser/studio.mjs';
import { open } from './playground.mjs';

const run = promisify(execFile);
const IONOSPHERE = fileURLToPath(new URL('../../crates/halflit/data/ionosphere.csv', import.meta.url));
const LABELS = 12;
/** WebAssembly sums in another order than this machine. */
const CLOSE = 1e-9;

let playground;
before(async () => {
  playground = await open();
});
after(() => playground?.end());

/** The rows of CSV without quotes, by the names of its columns. */
async function table(file) {
  const [head, ...lines] = (await readFile(file, 'utf8')).trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k], cell])));
}

/** The largest difference of numbers, which may be turned over as a whole; all else is equal. */
function difference(one, other, name) {
  assert.equal(one.length, other.length);
  const apart = (sign) => Math.max(...one.map((row, k) => Math.abs(row[name] - sign * other[k][name])));
  return Math.min(apart(1), apart(-1));
}

test('a file that cannot be read gets the words of the command', async () => {
  const { page, user, downloads } = playground;
  const file = path.join(downloads, 'bad.csv');
  await writeFile(file, 'a,b\n1,2\n3,4\n5\n');
  await playground.give(file);
  await (await page.waitForSelector('.columns .main')).click();
  await user.until(() => document.querySelector('.refusal'));
  const said = await page.$eval('.refusal', (own) => own.textContent);
  const command = await run(program(), ['fit', file, '--method', 'pca']).catch((error) => error.stderr);
  const words = /bad\.csv: (line 4: [^\n]*)/.exec(command)?.[1];
  assert.ok(words && said.startsWith(`bad.csv: ${words}`), `${said}\n${command}`);
  await page.evaluate(() => document.querySelector('.columns .quiet').click());
});

test('a few labels make predictions, and the model is what the command makes', async () => {
  const { page, user, asked, downloads } = playground;
  const before = asked.length;
  await page.setOfflineMode(true);
  await playground.pick('Ionosphere');
  let learning = 0;
  for (let k = 0; k < LABELS; k++) {
    const row = await user.target();
    await user.until((own) => document.querySelector('.asked h2')?.textContent.includes(own), String(row));
    const name = await (await page.waitForSelector('.details .text')).evaluate((own) => own.textContent);
    learning += (await page.$('.check-note')) ? 0 : 1;
    await playground.label(name);
  }
  await user.until((count) => document.documentElement.dataset.fitLabels === String(count), learning);
  const shown = await page.evaluate(() =>
    Array.from({ length: window.halflitStudio.rows() }, (_, row) => window.halflitStudio.predicted(row)),
  );
  assert.deepEqual([shown.length, new Set(shown)], [351, new Set([0, 1])]);
  await page.evaluate(() => document.querySelector('#tab-export').click());
  await page.waitForSelector('.files .link');
  const [model, labels] = [await playground.take('model.halflit'), await playground.take('labels.csv')];
  assert.equal(asked.length, before, 'nothing was asked of any server');

  const data = path.join(downloads, 'ionosphere.csv');
  await copyFile(IONOSPHERE, data);
  const own = path.join(downloads, 'own.halflit');
  await run(program(), ['fit', data, '--drop', 'class', '--labels', labels, '--model', own]);
  const made = async (command, by, name) => {
    const file = path.join(downloads, name);
    await run(program(), [command, data, '--model', by, '--output', file]);
    return table(file);
  };
  const [theirs, ours] = [await made('predict', model, 'theirs.csv'), await made('predict', own, 'ours.csv')];
  const names = Object.keys(ours[0]);
  const predicted = names.find((name) => name.startsWith('pred') || name === 'class');
  assert.deepEqual(
    theirs.map((row) => row[predicted]),
    ours.map((row) => row[predicted]),
  );
  const numbers = names.filter((name) => name !== predicted && Number.isFinite(Number(ours[0][name])));
  const probabilities = Math.max(...numbers.map((name) => difference(theirs, ours, name)));
  const [map, native] = [
    await made('transform', model, 'map1.csv'),
    await made('transform', own, 'map2.csv'),
  ];
  const axes = Object.keys(native[0]).filter((name) => Number.isFinite(Number(native[0][name])));
  const places = Math.max(...axes.map((name) => difference(map, native, name)));
  console.log(`largest differences: probabilities ${probabilities}, coordinates ${places}`);
  assert.ok(probabilities < CLOSE && places < CLOSE, `${probabilities}, ${places}`);
  assert.deepEqual(user.complaints, []);
});

test('the command goes on where the playground ended', async () => {
  const journal = await playground.take('labels.jsonl');
  const data = path.join(playground.downloads, 'ionosphere.csv');
  const studio = await start(data, ['--text', 'class', '--labels-out', journal]);
  try {
    const state = await fetch(studio.url.replace('/?', '/api/state?')).then((reply) => reply.json());
    assert.equal(state.labeled, LABELS);
  } finally {
    await studio.stop();
  }
});
