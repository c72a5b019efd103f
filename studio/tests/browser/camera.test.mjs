// The camera stays on the data: as long as nobody moves the map, every label leaves all but a few rows in view.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { begin } from './session.mjs';

const LABELS = 60;
let session, user, rows;
before(async () => {
  session = await begin(600);
  ({ user, rows } = session);
});
after(() => session?.end());

test(`over ${LABELS} labels at least 99 % of the rows are in view`, async () => {
  const shares = [await user.inView()];
  for (let k = 0; k < LABELS; k++) {
    await user.label(rows[await user.target()].topic);
    await user.settled();
    shares.push(await user.inView());
  }
  assert.ok(Math.min(...shares) >= 0.99, `in view: ${shares.map((one) => one.toFixed(3))}`);
});

test('once the user has zoomed, a label does not move the map but to the row that is asked', async () => {
  await user.page.mouse.move(300, 300);
  await user.page.mouse.wheel({ deltaY: -900 });
  await user.until(() => document.documentElement.dataset.moving === 'false');
  assert.ok((await user.inView()) < 0.9);
  await user.label(rows[await user.target()].topic);
  await user.settled();
  assert.ok((await user.inView()) < 0.9);
  await user.page.keyboard.press('0');
  // The key is answered in a later frame: what counts is where the camera comes to rest.
  let inView = 0;
  for (let tries = 0; tries < 50 && inView < 0.99; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    inView = await user.inView();
  }
  assert.ok(inView >= 0.99, `${inView} of the rows are in view`);
});

test('nothing went wrong unseen', () => {
  assert.deepEqual(user.complaints, []);
});
