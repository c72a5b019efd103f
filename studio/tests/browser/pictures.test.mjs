// Takes the pictures of docs/studio.md: PICTURES names the folder, else they are only taken and weighed.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { launch } from '../../scripts/chromium.mjs';
import { messages, writeMessages } from './data.mjs';
import { User, start } from './studio.mjs';

const LARGEST = 150_000;
const rows = messages(500);
let folder, pictures, browser, studio, user;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'halflit-pictures-'));
  pictures = path.resolve(process.env.PICTURES ?? folder);
  await mkdir(pictures, { recursive: true });
  const file = path.join(folder, 'messages.csv');
  await writeMessages(file, rows);
  browser = await launch();
  studio = await start(file, ['--text', 'text', '--id', 'id']);
  user = await User.open(browser, studio.url, { width: 1040, height: 650 });
});

after(async () => {
  await browser?.close();
  await studio?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function picture(name) {
  const file = path.join(pictures, `studio-${name}.png`);
  await user.page.screenshot({ path: file });
  const { size } = await stat(file);
  assert.ok(size <= LARGEST, `${name}: ${size} bytes`);
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
  await user.page.keyboard.press('t');
  const { x, y } = await user.screen(await user.target());
  await user.lasso(x - 70, y - 70, x + 70, y + 70);
  await user.page.mouse.move(4, 300);
  await calm();
  await picture('lasso');
});
