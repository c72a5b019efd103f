// A studio behind messages: a worker of the browser, or the kernel of a notebook.
import type { EventName, Listener, Reply, Transport } from './transport';

/** A request on its way. */
export interface Question {
  id: number;
  method: 'GET' | 'POST';
  path: string;
  body: string;
}

/** The answer to it, whose bytes travel beside it. */
export interface Answer {
  id: number;
  status: number;
  kind: string;
}

/** Something that was not asked for; `data` is JSON. */
export interface News {
  event: EventName | 'lost';
  data: string;
}

/** What carries messages. */
export interface Line {
  send(question: Question): void;
  /** Calls `take` with every message, in their order. Bytes are views of anything. */
  receive(take: (message: Answer | News, bytes: Uint8Array) => void): void;
}

export function messages(line: Line): Transport {
  const open = new Map<number, (reply: Reply) => void>();
  const listeners: Listener[] = [];
  /** News that came before anybody listened. */
  const early: News[] = [];
  let last = 0;

  const tell = (listener: Listener, { event, data }: News) => {
    if (event === 'lost') listener.lost();
    else listener.event(event, data);
  };

  line.receive((message, bytes) => {
    if ('event' in message) {
      if (!listeners.length) early.push(message);
      listeners.forEach((listener) => tell(listener, message));
      return;
    }
    const { id, status, kind } = message;
    // Arrays begin at multiples of four bytes of their own buffer.
    open.get(id)?.({ status, kind, bytes: bytes.slice().buffer });
    open.delete(id);
  });

  return {
    request: (path, body) =>
      new Promise((resolve) => {
        const id = ++last;
        open.set(id, resolve);
        line.send({ id, method: body === undefined ? 'GET' : 'POST', path, body: body ?? '' });
      }),
    listen: (listener) => {
      listeners.push(listener);
      listener.open();
      early.splice(0).forEach((news) => tell(listener, news));
    },
    link: () => null,
  };
}
