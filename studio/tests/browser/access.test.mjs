// What axe finds wrong with the page for those who cannot see it, use no mouse, or look at it on a phone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import test, { after, before } from 'node:test';
import { act } from '../../mock/actions.mjs';
import { serve } from '../../mock/serve.mjs';
import { launch } from '../../scripts/chromium.mjs';
import { User } from './studio.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server, browser;
before(async () => {
  server = await serve({ rows: 400 });
  for (let row = 0; row < 24; row++) {
    act(server.session, { do: 'label', rows: [row], class: `class ${row % 12}` });
  }
  server.session.fit();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Everything that is serious or worse, in one line each. */
async function faults(user) {
  await user.page.evaluate(axe);
  const { violations, passes } = await user.page.evaluate(() => window.axe.run(document));
  assert.ok(passes.length > 15, `axe looked at ${passes.length} things only`);
  return violations
    .filter((one) => ['serious', 'critical', 'moderate'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4)}`);
}

const LOOKS = [
  { name: 'light', window: {} },
  { name: 'dark', window: { dark: true } },
  { name: 'a phone', window: { width: 390, height: 760 } },
];
for (const { name, window } of LOOKS) {
  test(`no panel has a serious fault: ${name}`, async () => {
    const user = await User.open(browser, server.url, window);
    for (const panel of ['label', 'rows', 'accuracy', 'doubtful', 'model', 'export']) {
      await user.page.click(`#tab-${panel}`);
      await user.page.waitForSelector(`.body.${panel}`);
      assert.deepEqual(await faults(user), [], `${panel}, ${name}`);
    }
    await user.page.keyboard.press('?');
    await user.page.waitForSelector('dialog.help[open]');
    assert.deepEqual(await faults(user), [], `help, ${name}`);
    await user.page.close();
  });
}

test('on a phone nothing is cut off at the side', async () => {
  const user = await User.open(browser, server.url, { width: 390, height: 760 });
  for (const panel of ['label', 'rows', 'accuracy']) {
    await user.page.click(`#tab-${panel}`);
    await user.page.waitForSelector(`.body.${panel}`);
    const wide = await user.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${panel}: ${wide} pixels`);
    const cut = await user.page.$$eval('.bar button, .tabs button, .answers button', (all) =>
      all.filter((one) => one.getBoundingClientRect().right > 391).map((one) => one.textContent),
    );
    assert.deepEqual(cut, [], panel);
  }
  await user.page.screenshot({ path: process.env.PHONE ?? undefined });
  await user.page.close();
});
