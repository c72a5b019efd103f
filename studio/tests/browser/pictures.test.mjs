// Takes the pictures of docs/studio.md: PICTURES names the folder, else they are only taken. Those that are kept are weighed; others need not be, as
// on a busy machine other rows are asked, and the map holds more.
import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { begin } from './session.mjs';

const LARGEST = 150_000;
const SMALLEST = 20_000;
let session, user, rows, pictures;

before(async () => {
  session = await begin(500, { width: 1040, height: 650 });
  ({ user, rows } = session);
  pictures = path.resolve(process.env.PICTURES ?? session.folder);
  await mkdir(pictures, { recursive: true });
});
after(() => session?.end());

async function picture(name) {
  const file = path.join(pictures, `studio-${name}.png`);
  await user.page.screenshot({ path: file });
  const { size } = await stat(file);
  assert.ok(size >= SMALLEST, `${name}: ${size} bytes, so that hardly anything is on it`);
  if (process.env.PICTURES) assert.ok(size <= LARGEST, `${name}: ${size} bytes`);
}

/** Answers what is asked, from the truth. */
async function answer(times) {
  for (let k = 0; k < times; k++) await user.label(rows[await user.target()].topic);
  await user.settled();
  await user.until(() => !document.querySelector('.status .progress'));
}

const calm = () => user.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));

test('before the first label', async () => {
  await user.page.waitForSelector('.details .text');
  await picture('start');
});

test('after a few labels', async () => {
  await answer(8);
  await picture('labels');
});

test('after more labels, with the accuracy', async () => {
  await answer(22);
  await user.page.click('#tab-accuracy');
  await calm();
  await picture('accuracy');
});

test('a lasso, in dark', async () => {
  await user.page.click('#tab-label');
  await user.page.click('[aria-label="Dark colours"]');
  const { x, y } = await user.screen(await user.target());
  await user.lasso(x - 70, y - 70, x + 70, y + 70);
  await user.page.mouse.move(4, 300);
  await calm();
  await picture('lasso');
});
