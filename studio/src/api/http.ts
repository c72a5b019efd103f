// The studio on a port of this machine: the token goes with every request.
import type { EventName, Listener, Reply, Transport } from './transport';

const RETRY = 2000;
const EVENTS: EventName[] = ['state', 'frame', 'working'];

export function http(token: string): Transport {
  /** Links and events cannot send headers. */
  const link = (path: string) => `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;

  const request = async (path: string, body?: string): Promise<Reply> => {
    const headers: HeadersInit = { 'x-halflit-token': token };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(path, { method: body === undefined ? 'GET' : 'POST', headers, body });
    const kind = response.headers.get('content-type') ?? '';
    return { status: response.status, kind, bytes: await response.arrayBuffer() };
  };

  /** Another studio at this address has another token: no use in asking it again. */
  const again = async (listener: Listener): Promise<void> => {
    const status = await fetch(link('/api/state')).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 403) listener.refused();
    else listen(listener);
  };

  /** A stream that was broken is opened again by the browser; one that was refused, by us. */
  const listen = (listener: Listener): void => {
    const events = new EventSource(link('/api/events'));
    events.addEventListener('open', () => listener.open());
    for (const name of EVENTS) {
      events.addEventListener(name, (event) => listener.event(name, (event as MessageEvent<string>).data));
    }
    events.addEventListener('error', () => {
      listener.lost();
      if (events.readyState !== EventSource.CLOSED) return;
      setTimeout(() => void again(listener), RETRY);
    });
  };

  return { request, listen, link };
}
