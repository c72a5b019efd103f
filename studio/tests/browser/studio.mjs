// Starts the real studio, and does in its page what a user would do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import readline from 'node:readline';
import { embedded } from '../../scripts/build.mjs';

const WAIT = 60_000;

/** The program under test: HALFLIT names it. */
export function program() {
  const path = process.env.HALFLIT;
  if (!path) throw new Error('set HALFLIT to the halflit binary that is to be tested');
  return path;
}

/** Ended early where a signal says so. */
export async function start(data, options = [], signal = undefined) {
  const child = spawn(program(), ['studio', data, '--no-open', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let complaints = '';
  child.stderr.on('data', (text) => (complaints += text));
  const gone = once(child, 'exit');
  const url = await new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('http://')) resolve(line.trim());
    });
    const early = () => reject(new Error(`the studio ended before it said where it is: ${complaints}`));
    gone.then(early, reject);
  });
  const end = async (signal) => {
    child.kill(signal);
    await gone;
  };
  return { url, pid: child.pid, stop: () => end('SIGINT'), kill: () => end('SIGKILL') };
}

/** With FRESH set the page is taken from its folder, not from the program: it need not be compiled for every change. */
async function freshen(page) {
  if (!process.env.FRESH) return;
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const name = /\/(studio\.(?:js|css))$/.exec(new URL(request.url()).pathname)?.[1];
    // A test that answers by itself comes first: the larger number decides.
    if (!name) return request.continue({}, 0);
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/css';
    await request.respond({ contentType, body: await readFile(path.join(embedded, name)) }, 1);
  });
}

export class User {
  complaints = [];
  presses = 0;

  constructor(page, wait) {
    this.page = page;
    this.wait = wait;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|EvalError/.test(message.text())) this.complaints.push(message.text());
    });
  }

  static async open(browser, url, { width = 1200, height = 750, dark = false, wait = WAIT } = {}) {
    const page = await browser.newPage();
    const user = new User(page, wait);
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    await user.goto(url);
    await user.until(() => Number(document.documentElement.dataset.mapVersion) > 0);
    await user.target();
    return user;
  }

  async goto(url) {
    await freshen(this.page);
    await this.page.goto(url);
  }

  until(check, ...values) {
    return this.page.waitForFunction(check, { timeout: this.wait, polling: 50 }, ...values);
  }

  /** Of the page's machine-readable state. */
  data = (name) => this.page.evaluate((one) => document.documentElement.dataset[one], name);
  /** The row that is asked about; waits where the next ones are still chosen. */
  async target() {
    await this.until(() => window.halflitStudio.target() !== null);
    return this.page.evaluate(() => window.halflitStudio.target());
  }
  places = (rows) => this.page.evaluate((all) => all.map((row) => window.halflitStudio.position(row)), rows);
  screen = (row) => this.page.evaluate((one) => window.halflitStudio.screen(one), row);

  /** A request with the page's own token. */
  ask(path, as = 'json') {
    return this.page.evaluate(
      async (where, how) => {
        const token = new URLSearchParams(location.search).get('token');
        const response = await fetch(where, { headers: { 'x-halflit-token': token } });
        if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
        return how === 'size' ? (await response.arrayBuffer()).byteLength : response[how]();
      },
      path,
      as,
    );
  }

  state = () => this.ask('/api/state');

  /** Waits until the server has the labels and the map of all of them is at rest. */
  async settled() {
    await this.until(() => document.documentElement.dataset.unsaved === '0');
    const { version } = await this.state();
    await this.until((known) => Number(document.documentElement.dataset.labelVersion) >= known, version);
    for (;;) {
      const { working, fit, classes, problem } = await this.state();
      const learning = classes.reduce((sum, one) => sum + one.learning, 0);
      if (!working && (!fit || fit.labels === learning || problem)) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { fit } = await this.state();
    await this.until(
      (known) =>
        Number(document.documentElement.dataset.mapVersion) >= known &&
        document.documentElement.dataset.moving === 'false',
      fit?.version ?? 0,
    );
  }

  /** Counted, as a person's fingers would. */
  async press(key) {
    this.presses += 1;
    await this.page.keyboard.press(key);
  }

  async write(text) {
    for (const letter of text) await this.press(letter);
  }

  /** By its key where it has one, else by typing its name. */
  async label(name) {
    const { classes } = await this.state();
    const one = classes.find((own) => own.name === name);
    if (one?.key) await this.press(one.key);
    else await this.type(name, !one);
    await this.until(() => document.documentElement.dataset.unsaved === '0');
  }

  /** Types a name; a new one takes Enter twice. */
  async type(name, fresh = true) {
    await this.page.focus('.name input');
    await this.write(name);
    await this.press('Enter');
    if (fresh) await this.press('Enter');
  }

  /** Draws a box around pixels of the page. */
  async lasso(left, top, right, bottom) {
    await this.page.keyboard.down('Shift');
    await this.page.mouse.move(left, top);
    await this.page.mouse.down();
    for (const corner of [
      [right, top],
      [right, bottom],
      [left, bottom],
    ]) {
      await this.page.mouse.move(...corner, { steps: 4 });
    }
    await this.page.mouse.up();
    await this.page.keyboard.up('Shift');
  }

  /** The share of all rows that the map shows. */
  inView = () =>
    this.page.evaluate(() => {
      const box = document.querySelector('.marks').getBoundingClientRect();
      const bottom = document.querySelector('.status').getBoundingClientRect().top;
      const studio = window.halflitStudio;
      let seen = 0;
      for (let row = 0; row < studio.rows(); row++) {
        const { x, y } = studio.screen(row);
        if (x >= box.left && x <= box.right && y >= box.top && y <= bottom) seen++;
      }
      return seen / studio.rows();
    });
}
