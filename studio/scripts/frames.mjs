// How long a frame takes while one pans and zooms: node scripts/frames.mjs 1000000
// Chromium draws in software here, so that frames say little about a graphics card; what the page itself
// does on the CPU ("script") is the same everywhere.
import { serve } from '../mock/serve.mjs';
import { launch } from './chromium.mjs';

const rows = Number(process.argv[2] ?? 1_000_000);
const { url, close } = await serve({ rows });
const browser = await launch();
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
const start = Date.now();
await page.goto(url);
await page.waitForFunction(() => Number(document.documentElement.dataset.mapVersion) > 0, {
  timeout: 120_000,
});
console.log(`${rows} rows: first map drawn ${Date.now() - start} ms after the page was opened`);

// Runs in the page: one pan or zoom a frame, until the seconds are over.
async function play(seconds) {
  const canvas = document.querySelector('.marks');
  const fire = (Kind, type, options) =>
    canvas.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...options }));
  const spent = window.halflitStudio.spent().length;
  const frames = [];
  let last = performance.now();
  const end = last + 1000 * seconds;
  for (let k = 0; last < end; k++) {
    const [clientX, clientY] = [500 + 100 * Math.sin(k / 9), 450 + 80 * Math.cos(k / 7)];
    fire(WheelEvent, 'wheel', { deltaY: k % 40 < 20 ? -30 : 30, clientX, clientY });
    fire(PointerEvent, 'pointermove', { clientX, clientY });
    const now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    frames.push(now - last);
    last = now;
  }
  return { frames, spent: window.halflitStudio.spent().slice(spent) };
}

const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))].toFixed(1);
const { frames, spent } = await page.evaluate(play, 8);
for (const [name, values] of [
  ['frame', frames],
  ['script', spent],
]) {
  console.log(
    `${name}: median ${quantile(values, 0.5)} ms, p95 ${quantile(values, 0.95)} ms, ${values.length} of them`,
  );
}

// Runs in the page: from the key to the first frame of the new map.
async function label(key) {
  const { dataset } = document.documentElement;
  const [before, start] = [dataset.mapVersion, performance.now()];
  dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  while (dataset.mapVersion === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return performance.now() - start;
}
await page.keyboard.type('one');
await page.keyboard.press('Enter');
await page.keyboard.press('Enter');
await page.waitForSelector('.chip');
const answers = [];
for (let k = 0; k < 10; k++) {
  answers.push(await page.evaluate(label, '1'));
  await page.waitForFunction(() => document.documentElement.dataset.moving === 'false');
}
console.log(
  `label to map: median ${quantile(answers, 0.5)} ms, p95 ${quantile(answers, 0.95)} ms, of which the mock waits 150`,
);
await browser.close();
close();
