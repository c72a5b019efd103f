import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { messages } = await load('api/messages.ts');

/** A line whose other end a test holds. */
function line() {
  const sent = [];
  let take;
  return {
    sent,
    say: (message, bytes = new Uint8Array()) => take(message, bytes),
    send: (question) => sent.push(question),
    receive: (own) => (take = own),
  };
}

function listener() {
  const told = [];
  return {
    told,
    open: () => told.push('open'),
    lost: () => told.push('lost'),
    refused: () => told.push('refused'),
    event: (name, data) => told.push(`${name} ${data}`),
  };
}

test('answers find their questions in any order', async () => {
  const own = line();
  const transport = messages(own);
  const first = transport.request('/api/map?since=3');
  const second = transport.request('/api/actions', '{"do":"undo"}');
  assert.deepEqual(own.sent, [
    { id: 1, method: 'GET', path: '/api/map?since=3', body: '' },
    { id: 2, method: 'POST', path: '/api/actions', body: '{"do":"undo"}' },
  ]);
  own.say({ id: 2, status: 400, kind: 'application/json' }, new TextEncoder().encode('{}'));
  // Bytes that begin anywhere in a larger buffer arrive in one of their own.
  own.say({ id: 1, status: 200, kind: 'b' }, new Uint8Array([9, 1, 2, 3]).subarray(1));
  assert.equal((await second).status, 400);
  assert.deepEqual(new Uint8Array((await first).bytes), new Uint8Array([1, 2, 3]));
  assert.equal(transport.link('/api/image?row=1'), null);
});

test('news that came before anybody listened are told', () => {
  const own = line();
  const transport = messages(own);
  own.say({ event: 'state', data: '{}' });
  const one = listener();
  transport.listen(one);
  own.say({ event: 'working', data: 'null' });
  own.say({ event: 'lost', data: '' });
  assert.deepEqual(one.told, ['open', 'state {}', 'working null', 'lost']);
});
