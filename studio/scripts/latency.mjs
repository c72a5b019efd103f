// From the key that labels a row to the first frame of the map that knows it, with the real program and page:
// HALFLIT=… npm run latency -- [ROWS] [COLUMNS] [--labels 60] [--pause MS] [--output FILE]
// A frame counts when the page has drawn it; what the graphics card (here: software) needs then is not in it.
// Rows to learn from are measured; check rows change no map. Between a map and the next key the user reads for
// `pause` milliseconds, whether or not the studio still works on what comes after the map.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { User, start } from '../tests/browser/studio.mjs';
import { launch } from './chromium.mjs';
import { writeClusters } from './clusters.mjs';

const LIMIT = 600_000; // milliseconds for all of it

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { labels: { type: 'string' }, pause: { type: 'string' }, output: { type: 'string' } },
});
function whole(text, name, otherwise) {
  const number = Number(text ?? otherwise);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${name} is '${text}': give a whole number above 0`);
}
const rows = whole(positionals[0], 'ROWS', 100_000);
const columns = whole(positionals[1], 'COLUMNS', 256);
const wanted = whole(values.labels, '--labels', 60);
const pause = whole(values.pause, '--pause', 1000);

// Runs in the page: notes when a key was pressed, and the first frame of every map.
function watch() {
  const { dataset } = document.documentElement;
  const seen = { key: 0, frames: [] };
  window.seen = seen;
  addEventListener('keydown', (event) => (seen.key = event.timeStamp), true);
  new MutationObserver(() => {
    const version = Number(dataset.mapVersion);
    // Until then the state tells of a map that is not drawn. Frames of the picture that follow it are newer than the state.
    if (version < Number(dataset.fitVersion) || seen.frames.at(-1)?.version === version) return;
    seen.frames.push({ version, labels: Number(dataset.fitLabels), at: performance.now() });
  }).observe(document.documentElement, { attributeFilter: ['data-drawn'] });
}

const learning = ({ classes }) => classes.reduce((sum, one) => sum + one.learning, 0);

/** Labels what is asked; the milliseconds until the map, or null for a check row, and those until there was a question. */
async function answer(user, classes) {
  const before = learning(await user.state());
  const since = performance.now();
  const row = await user.target();
  const waited = performance.now() - since;
  await user.label(`class ${classes[row]}`);
  const labels = learning(await user.state());
  if (labels === before) return [null, waited];
  await user.until((least) => window.seen.frames.some((one) => one.labels >= least), labels);
  const time = await user.page.evaluate((least) => {
    const { key, frames } = window.seen;
    return frames.find((one) => one.labels >= least).at - key;
  }, labels);
  return [time, waited];
}

/** What the program has used so far, where the system tells: processor seconds, and the most memory in MB. */
async function used(pid) {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  const ticks = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number);
  const most = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return {
    processor_s: ticks ? Math.round(ticks[0] + ticks[1]) / 100 : null,
    most_memory_mb: most ? Math.round(most / 1024) : null,
  };
}

/** By nearest rank: one of the measured times, never below the share that is asked for. */
function quantile(times, q) {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(10 * sorted[Math.ceil(q * sorted.length) - 1]) / 10;
}

const limit = AbortSignal.timeout(LIMIT);
const folder = await mkdtemp(path.join(os.tmpdir(), 'halflit-latency-'));
const [times, fits, waits] = [[], [], []];
let [labeled, problem] = [0, ''];
let studio, browser, chromium, opened, server;
try {
  const file = path.join(folder, 'clusters.npy');
  const classes = await writeClusters(file, rows, columns, limit);
  const began = Date.now();
  studio = await start(file, [], limit);
  browser = await launch();
  chromium = await browser.version();
  limit.throwIfAborted();
  limit.addEventListener('abort', () => void browser.close());
  const user = await User.open(browser, studio.url, { width: 1440, height: 900, wait: LIMIT });
  opened = (Date.now() - began) / 1000;
  const first = await used(studio.pid);
  console.log(
    `${rows} × ${columns}: map and suggestions after ${opened.toFixed(1)} s, ${first.processor_s} s of processors`,
  );
  await user.page.evaluate(watch);
  for (; labeled < wanted; labeled++) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const [time, waited] = await answer(user, classes);
    waits.push(waited);
    if (time === null) continue;
    times.push(time);
    fits.push(1000 * (await user.state()).fit.seconds);
  }
  server = await used(studio.pid);
} catch (error) {
  problem = limit.aborted ? `stopped after ${LIMIT / 1000} s` : error.message;
} finally {
  await browser?.close().catch(() => undefined);
  await studio?.stop().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

const summary = (all) =>
  all.length ? { median: quantile(all, 0.5), p95: quantile(all, 0.95), max: quantile(all, 1) } : null;
const result = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  chromium,
  cores: os.availableParallelism(),
  rows,
  columns,
  labeled,
  measured: times.length,
  pause_ms: pause,
  opened_s: opened ?? null,
  server: server ?? null,
  key_to_map_ms: summary(times),
  fit_ms: summary(fits),
  question_ms: summary(waits),
  problem: problem || null,
};
for (const [name, all] of [
  ['key to map', result.key_to_map_ms],
  ['of which the fit', result.fit_ms],
  ['waited for a question', result.question_ms],
]) {
  if (all) console.log(`${name}: median ${all.median} ms, p95 ${all.p95} ms, max ${all.max} ms`);
}
console.log(`${labeled} rows labeled, ${times.length} of them measured`);
if (server)
  console.log(`the server: ${server.processor_s} s of processors, ${server.most_memory_mb} MB at most`);
if (values.output) await writeFile(values.output, `${JSON.stringify(result, null, 2)}\n`);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
