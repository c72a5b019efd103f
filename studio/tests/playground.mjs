// The playground as its site serves it, and a user in front of it. PLAYGROUND names the folder that `cargo xtask playground` made.
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { launch } from '../scripts/chromium.mjs';
import { User } from './browser/studio.mjs';

const KINDS = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

function serve(folder) {
  const server = http.createServer(async (request, response) => {
    const name = path.basename(new URL(request.url, 'http://own').pathname) || 'index.html';
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    response.writeHead(bytes ? 200 : 404, { 'content-type': KINDS[path.extname(name)] ?? 'text/plain' });
    response.end(bytes);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export async function open({ width = 1280, height = 800, dark = false } = {}) {
  const folder = process.env.PLAYGROUND;
  if (!folder) throw new Error('set PLAYGROUND to the folder that `cargo xtask playground` made');
  const [server, browser] = [await serve(folder), await launch()];
  const downloads = await mkdtemp(path.join(os.tmpdir(), 'halflit-playground-'));
  const page = await browser.newPage();
  const [user, asked] = [new User(page, 120_000), []];
  page.on('request', (request) => asked.push(request.url()));
  const behaviour = { behavior: 'allow', downloadPath: downloads, eventsEnabled: true };
  await (await browser.target().createCDPSession()).send('Browser.setDownloadBehavior', behaviour);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  await page.goto(`http://127.0.0.1:${server.address().port}/`, { waitUntil: 'networkidle0' });
  return {
    page,
    user,
    asked,
    downloads,
    /** Picks one of the three tables. */
    async pick(name) {
      await page.evaluate((own) => {
        [...document.querySelectorAll('.set')].find((one) => one.textContent.startsWith(own)).click();
      }, name);
      await user.until(() => Number(document.documentElement.dataset.mapVersion) > 0);
    },
    /** Gives a file of this machine. */
    async give(file) {
      await (await page.waitForSelector('input[type=file]')).uploadFile(file);
    },
    /** Labels the row that is asked about, by the key of a class that there is, else by its name. */
    async label(name) {
      const key = await page.evaluate((own) => {
        const chip = [...document.querySelectorAll('.chip')].find((one) => one.textContent.includes(own));
        return chip?.querySelector('kbd')?.textContent ?? null;
      }, name);
      const row = await user.target();
      if (key) await user.press(key);
      else await user.type(name);
      await user.until(
        (own) => document.documentElement.dataset.unsaved === '0' && window.halflitStudio.target() !== own,
        row,
      );
    },
    /** Takes a file home; where it is then. */
    async take(name) {
      await page.evaluate((own) => {
        [...document.querySelectorAll('.files .link')].find((one) => one.textContent === own).click();
      }, name);
      while (!(await readdir(downloads)).includes(name)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return path.join(downloads, name);
    },
    async end() {
      await browser.close();
      server.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
