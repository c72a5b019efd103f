// Requests to the server: the token goes with each, and what it refuses becomes a Refusal.
import type { Action, Problem, Region, RowDetail } from './types';

const token = new URLSearchParams(location.search).get('token') ?? '';

/** What the server would not do, in its words. */
export class Refusal extends Error {
  readonly help: string;
  readonly status: number;

  constructor(status: number, { what, help }: Problem) {
    super(what);
    this.status = status;
    this.help = help;
  }
}

/** The address of something under /api, for links and events, which cannot send headers. */
export function address(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

async function refusal(response: Response): Promise<Refusal> {
  const told: Partial<Problem> = await response.json().catch(() => ({}));
  return new Refusal(response.status, {
    what: told.what ?? `the server answered ${response.status}`,
    help: told.help ?? '',
  });
}

async function request(path: string, options: RequestInit = {}): Promise<Response> {
  const headers = { ...options.headers, 'x-halflit-token': token };
  const response = await fetch(path, { ...options, headers }).catch(() => {
    throw new Refusal(0, {
      what: 'the studio does not answer',
      help: 'see whether it still runs where you started it',
    });
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

async function json<T>(path: string): Promise<T> {
  return (await request(path)).json();
}

/** A binary answer, or nothing where there is none yet. */
export async function bytes(path: string): Promise<ArrayBuffer | null> {
  const response = await request(path);
  return response.status === 204 ? null : response.arrayBuffer();
}

export const rowDetails = (rows: number[]): Promise<RowDetail[]> => json(`/api/rows?rows=${rows.join(',')}`);

export const search = (text: string): Promise<{ rows: number[]; more: boolean }> =>
  json(`/api/search?text=${encodeURIComponent(text)}`);

/** Rows like these, the nearest first. */
export const nearRows = (rows: number[], count: number): Promise<{ rows: number[] }> =>
  json(`/api/near?rows=${rows.join(',')}&count=${count}`);

export const columnNames = (): Promise<{ names: string[]; more: boolean }> => json('/api/columns');

export const regionWords = (show: string): Promise<Region[]> => json(`/api/regions?show=${show}`);

export const commands = (): Promise<{ shell: string; python: string }> => json('/api/export/commands');

/** Answers once the action is on disk. */
export async function send(action: Action): Promise<{ version: number }> {
  const response = await request('/api/actions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action),
  });
  return response.json();
}
