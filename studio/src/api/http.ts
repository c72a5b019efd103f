// The studio on a port of this machine: the token goes with every request, and with none before a studio has proved that it knows it.
import { proves } from './proof';
import type { EventName, Listener, Reply, Transport } from './transport';

const RETRY = 1000;
const EVENTS: EventName[] = ['state', 'frame', 'working'];

export function http(token: string): Transport {
  /** Whether who answers is the studio: after it has ended anyone may have its port. */
  let known = true;

  /** Links and events cannot send headers. */
  const link = (path: string) => `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;

  const request = async (path: string, body?: string): Promise<Reply> => {
    if (!known) throw new Error('nobody answers');
    const headers: HeadersInit = { 'x-halflit-token': token };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(path, { method: body === undefined ? 'GET' : 'POST', headers, body });
    const kind = response.headers.get('content-type') ?? '';
    return { status: response.status, kind, bytes: await response.arrayBuffer() };
  };

  /** Asks until the studio is there again. Whoever else answers meanwhile is told nothing. */
  const again = async (listener: Listener): Promise<void> => {
    const answer = await proves(token);
    if (answer === 'studio') return listen(listener);
    if (answer === 'another') listener.refused();
    setTimeout(() => void again(listener), RETRY);
  };

  const listen = (listener: Listener): void => {
    known = true;
    const events = new EventSource(link('/api/events'));
    events.addEventListener('open', () => listener.open());
    for (const name of EVENTS) {
      events.addEventListener(name, (event) => listener.event(name, (event as MessageEvent<string>).data));
    }
    events.addEventListener('error', () => {
      // The browser would ask again by itself, whoever answers.
      events.close();
      known = false;
      listener.lost();
      void again(listener);
    });
  };

  return { request, listen, link };
}
