// What the page asks for. What the studio refuses becomes a Refusal.
import type { Action, Problem, Region, RowDetail } from './types';
import type { Listener, Reply, Transport } from './transport';

let transport: Transport | null = null;

/** From now on requests go this way. */
export function connect(by: Transport): void {
  transport = by;
}

function connected(): Transport {
  if (!transport) throw new Error('connect a transport before anything is asked for');
  return transport;
}

/** What the studio would not do, in its words. */
export class Refusal extends Error {
  readonly help: string;
  readonly status: number;

  constructor(status: number, { what, help }: Problem) {
    super(what);
    this.status = status;
    this.help = help;
  }
}

const text = (reply: Reply): string => new TextDecoder().decode(reply.bytes);

function refusal(reply: Reply): Refusal {
  const { status } = reply;
  try {
    return new Refusal(status, JSON.parse(text(reply)));
  } catch {
    return new Refusal(status, { what: `the studio answered ${status}`, help: '' });
  }
}

async function request(path: string, body?: string): Promise<Reply> {
  const reply = await connected()
    .request(path, body)
    .catch(() => {
      throw new Refusal(0, {
        what: 'the studio does not answer',
        help: 'see whether it still runs where you started it',
      });
    });
  if (reply.status >= 400) throw refusal(reply);
  return reply;
}

async function json<T>(path: string, body?: string): Promise<T> {
  return JSON.parse(text(await request(path, body)));
}

/** A binary answer, or nothing where there is none yet. */
export async function bytes(path: string): Promise<ArrayBuffer | null> {
  const reply = await request(path);
  return reply.status === 204 ? null : reply.bytes;
}

/** A file, as a browser keeps it. */
export async function blob(path: string): Promise<Blob> {
  const { kind, bytes } = await request(path);
  return new Blob([bytes], { type: kind });
}

/** An address for links and pictures, where the transport has one. */
export const link = (path: string): string | null => connected().link(path);

export const listen = (listener: Listener): void => connected().listen(listener);

export const rowDetails = (rows: number[]): Promise<RowDetail[]> => json(`/api/rows?rows=${rows.join(',')}`);

export const search = (text: string): Promise<{ rows: number[]; more: boolean }> =>
  json(`/api/search?text=${encodeURIComponent(text)}`);

/** Rows like these, the nearest first. */
export const nearRows = (rows: number[], count: number): Promise<{ rows: number[] }> =>
  json(`/api/near?rows=${rows.join(',')}&count=${count}`);

export const columnNames = (): Promise<{ names: string[]; more: boolean }> => json('/api/columns');

export const regionWords = (show: string): Promise<Region[]> => json(`/api/regions?show=${show}`);

export const commands = (): Promise<{ shell: string; python: string }> => json('/api/export/commands');

/** Answers once the action is kept. */
export const send = (action: Action): Promise<{ version: number }> =>
  json('/api/actions', JSON.stringify(action));
