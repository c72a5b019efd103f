// A label that the server does not take is taken back on the map too, and its row is asked again.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { begin } from './session.mjs';

let session, user;
before(async () => {
  session = await begin(200);
  ({ user } = session);
});
after(() => session?.end());

test('a label that cannot be sent is taken back', async () => {
  const row = await user.target();
  await user.page.setRequestInterception(true);
  user.page.on('request', (request) => {
    if (request.url().includes('/api/actions')) {
      const body = '{"what":"the disk is full","help":"make room"}';
      void request.respond({ status: 500, contentType: 'application/json', body }, 1);
    } else {
      void request.continue({}, 0);
    }
  });
  await user.type('never kept');
  await user.page.waitForSelector('.status .line.error');
  assert.equal(
    await user.page.$eval('.status .line', (line) => line.textContent),
    'the disk is full: make room',
  );
  assert.equal(await user.page.evaluate((one) => window.halflitStudio.label(one), row), 65535);
  assert.equal(await user.target(), row);
  assert.equal((await user.state()).labeled, 0);
  assert.notEqual(await user.page.$eval('.status .aside', (aside) => aside.textContent), 'all saved');
});
