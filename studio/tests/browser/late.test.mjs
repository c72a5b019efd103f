// Suggestions and axes come after their map, without a new version: what the page keeps of a row follows them.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { act } from '../../mock/actions.mjs';
import { serve } from '../../mock/serve.mjs';
import { launch } from '../../scripts/chromium.mjs';
import { User } from './studio.mjs';

let server, browser, user;
before(async () => {
  server = await serve({ rows: 300 });
  for (const row of [0, 1, 2, 3])
    act(server.session, { do: 'label', rows: [row], class: `class ${row % 2}` });
  server.session.fit();
  browser = await launch();
  user = await User.open(browser, server.url);
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('a row that was looked at tells nothing once it is asked as a check row', async () => {
  const { session } = server;
  const [first] = session.suggestions;
  assert.ok(!first.check);
  await user.page.waitForSelector('.details .shares');
  const answer = session.detail.bind(session);
  session.detail = (row) => ({ ...answer(row), shares: [[0, 1]] }); // as it was told before
  first.check = true;
  server.tellAll();
  await user.page.waitForSelector('.check-note');
  assert.equal(await user.target(), first.row);
  assert.equal(await user.page.$('.details .shares'), null);
  session.detail = answer;
  first.check = false;
  server.tellAll();
  await user.page.waitForSelector('.details .shares');
});

test('other axes, other features of the row', async () => {
  const { session } = server;
  const [state, detail] = [session.state.bind(session), session.detail.bind(session)];
  await user.page.waitForSelector('.details .features');
  const axes = [{ title: 'axis 1', features: [{ name: 'telling', weight: 1 }] }];
  session.state = () => ({ ...state(), fit: { ...state().fit, axes } });
  session.detail = (row) => ({ ...detail(row), features: [{ name: 'telling', value: 1 }] });
  const version = await user.data('mapVersion');
  server.tellAll();
  await user.until(() => document.querySelector('.details .features dt')?.textContent === 'telling');
  assert.equal(await user.data('mapVersion'), version);
});

test('nothing went wrong unseen', () => {
  assert.deepEqual(user.complaints, []);
});
