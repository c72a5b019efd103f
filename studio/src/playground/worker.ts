// The studio, in a thread of its own: it answers the page, and works whenever nobody asks for anything.
import init, { Playground, columns, example, example_bytes } from 'halflit-web';
import type { Question } from '../api/messages';
import type { Problem } from '../api/types';
import type { Choice, Order, Told } from './words';

/** How long the page may wait for an answer, in milliseconds, where no single step takes longer. */
const SLICE = 30;

const port = self as unknown as { postMessage(message: Told, transfer: Transferable[]): void };
const ready = init({ module_or_path: new URL('halflit_web_bg.wasm', self.location.href) });
const encoder = new TextEncoder();
let playground: Playground | null = null;
let working = false;

const tell = (told: Told, transfer: Transferable[] = []) => port.postMessage(told, transfer);

function fail(error: unknown): void {
  // A table is open: what fails now is a mistake of ours, or there is no memory left.
  if (playground) {
    playground = null;
    return tell({ told: 'message', message: { event: 'lost', data: '' }, bytes: new Uint8Array() });
  }
  // What the studio refuses is JSON.
  try {
    tell({ told: 'refused', problem: JSON.parse(String(error)) as Problem });
  } catch {
    tell({ told: 'refused', problem: { what: String(error), help: 'please report it' } });
  }
}

function news(studio: Playground): void {
  for (const message of JSON.parse(studio.news())) {
    tell({ told: 'message', message, bytes: new Uint8Array() });
  }
}

/** Between two slices the messages that have arrived come first. */
const turns = new MessageChannel();
turns.port1.onmessage = () => {
  try {
    work();
  } catch (error) {
    fail(error);
  }
};

function work(): void {
  if (!playground) return;
  const end = performance.now() + SLICE;
  do working = playground.step();
  while (working && performance.now() < end);
  news(playground);
  if (working) turns.port2.postMessage(null);
}

function wake(): void {
  if (!working) turns.port2.postMessage(null);
  working = true;
}

function open(file: string, bytes: Uint8Array, choice: Choice): void {
  playground = new Playground(file, bytes, JSON.stringify(choice));
  tell({ told: 'opened' });
  news(playground);
  wake();
}

function answer(studio: Playground, { id, method, path, body }: Question): void {
  const reply = studio.answer(method, path, encoder.encode(body));
  const bytes = reply.bytes() as Uint8Array<ArrayBuffer>;
  const message = { id, status: reply.status, kind: reply.kind };
  reply.free();
  tell({ told: 'message', message, bytes }, [bytes.buffer]);
  if (method === 'GET') return;
  news(studio);
  wake();
}

function follow(order: Order): void {
  if (order.order === 'answer') {
    if (playground) answer(playground, order.question);
  } else if (order.order === 'columns') {
    const { file, bytes } = order.table;
    tell({ told: 'columns', names: JSON.parse(columns(file, bytes)) });
  } else if (order.order === 'open') {
    open(order.table.file, order.table.bytes, order.choice);
  } else {
    const { file, choice } = JSON.parse(example(order.number) ?? '{}');
    open(file, example_bytes(order.number) ?? new Uint8Array(), choice);
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  ready.then(() => follow(data)).catch(fail);
});
