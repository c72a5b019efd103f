// The picture and the axes, and a picture that settles while one looks.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { serve } from '../../mock/serve.mjs';
import { launch } from '../../scripts/chromium.mjs';
import { User } from './studio.mjs';

let server, browser, user;
before(async () => {
  server = await serve({ rows: 500 });
  browser = await launch();
  user = await User.open(browser, server.url);
});
after(async () => {
  await browser?.close();
  server?.close();
});

const still = () => user.until(() => document.documentElement.dataset.moving === 'false');
const place = async (row) => (await user.places([row]))[0];

test('a comma switches between picture and axes, and all rows stay in view', async () => {
  const { x, y } = server.session.map;
  const row = y.findIndex((one) => Math.abs(one) > 0.3);
  assert.deepEqual(await place(row), [x[row], y[row]]);
  await user.press(',');
  await user.until((one, high) => window.halflitStudio.position(one)[1] === high, row, y[row] / 4);
  await still();
  assert.equal(await user.inView(), 1);
  assert.match(await user.page.$eval('.map-tools button', (one) => one.textContent), /^Axes/);
  await user.press(',');
  await user.until((one, high) => window.halflitStudio.position(one)[1] === high, row, y[row]);
  await still();
  assert.equal(await user.inView(), 1);
});

test('a frame of a picture that settles moves the rows, and progress is told by itself', async () => {
  const { session } = server;
  const target = await user.target();
  session.map = { ...session.map, version: session.map.version + 1, x: session.map.x.map((one) => one / 2) };
  server.send('frame', { version: session.map.version, settled: false });
  await user.until((high) => window.halflitStudio.position(7)[0] === high, session.map.x[7]);
  await still();
  assert.equal(await user.inView(), 1);
  assert.equal(await user.target(), target);
  server.send('working', { stage: 'drawing the picture', share: 0.4 });
  await user.until(() => document.querySelector('.progress')?.ariaValueNow === '40');
  server.send('working', null);
  await user.until(() => !document.querySelector('.progress'));
  assert.deepEqual(user.complaints, []);
});
