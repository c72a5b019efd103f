// Files and names at the edge: one row, two rows, one class, names that cannot be, a text without end.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { launch } from '../../scripts/chromium.mjs';
import { User, start } from './studio.mjs';

let folder, browser;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'halflit-odd-'));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A studio on these lines, and its user; there may be no map. */
async function opened(name, lines, work) {
  const file = path.join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  const studio = await start(file, ['--text', 'text']);
  try {
    const page = await browser.newPage();
    const user = new User(page, 60_000);
    await user.goto(studio.url);
    await user.target();
    await work(user);
    assert.deepEqual(user.complaints, []);
    await page.close();
  } finally {
    await studio.stop();
  }
}

for (const count of [1, 2]) {
  test(`a file of ${count} row${count > 1 ? 's' : ''} is labeled like any other`, async () => {
    const lines = ['a,b,text', ...['1,2,hello', '3,5,good bye'].slice(0, count)];
    await opened(`rows-${count}.csv`, lines, async (user) => {
      await user.type('greeting');
      for (let row = 1; row < count; row++) await user.label('greeting');
      await user.until(
        (labeled) => document.querySelector('.progress-figure strong').textContent === labeled,
        String(count),
      );
      await user.until(() => /done/.test(document.querySelector('.asked h2')?.textContent ?? ''));
      await user.page.click('#tab-rows');
      await user.until((rows) => document.querySelectorAll('.line-row').length === rows, count);
    });
  });
}

test('one class for everything, a name that cannot be one, and a very long text', async () => {
  const long = 'many words '.repeat(20_000);
  const lines = [
    'a,b,text',
    ...Array.from({ length: 40 }, (_, k) => `${k % 7},${(k * k) % 11},"${k ? `text ${k}` : long}"`),
  ];
  await opened('one-class.csv', lines, async (user) => {
    await user.type('same');
    await user.until(() => document.documentElement.dataset.unsaved === '0');
    for (let k = 0; k < 5; k++) await user.label('same');
    await user.settled();
    const line = () => user.page.$eval('.status .line', (one) => one.textContent);
    assert.equal(await line(), 'Label a second class and the map will react.');
    await user.type('?');
    await user.page.waitForSelector('.status .line.error');
    assert.match(await line(), /cannot be the name of a class/);
    assert.equal((await user.state()).classes.length, 1);
    await user.page.keyboard.press('/');
    await user.page.keyboard.type('many words');
    await user.until(
      () => document.querySelector('.rows-head h2')?.textContent === '1 row with “many words”',
    );
    await user.page.keyboard.press('Enter');
    await user.until(() => window.halflitStudio.target() === 0);
  });
});
