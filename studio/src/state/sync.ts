// Keeps the page's state like the server's: events tell of versions, binary answers bring the arrays.
import { address, bytes } from '../api/client';
import { readLabels, readMap } from '../api/binary';
import type { State } from '../api/types';
import { labelVersion, mapVersion, resize, takeLabels, takeMap } from './points';
import { connection, sayError, state } from './store';

/** Runs at most once at a time; called meanwhile, it runs once more afterwards. */
function coalesced(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const start = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } catch (error) {
      if (connection.value === 'open') sayError(error);
    } finally {
      running = false;
    }
  };
  return () => void start();
}

const fetchMap = coalesced(async () => {
  const answer = await bytes(`/api/map?since=${mapVersion.value}`);
  if (answer) takeMap(readMap(answer));
});

const fetchLabels = coalesced(async () => {
  const answer = await bytes(`/api/labels?since=${labelVersion.value}`);
  if (answer) takeLabels(readLabels(answer));
});

function take(next: State): void {
  resize(next.data.rows);
  state.value = next;
  if (next.version !== labelVersion.value) fetchLabels();
  if (next.fit && next.fit.version !== mapVersion.value) fetchMap();
}

/** Another studio at this address has another token: no use in asking it again. */
async function again(): Promise<void> {
  const status = await fetch(address('/api/state')).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 403) connection.value = 'refused';
  else listen();
}

/** A stream that was broken is opened again by the browser; one that was refused, by us. */
export function listen(): void {
  const events = new EventSource(address('/api/events'));
  events.addEventListener('open', () => (connection.value = 'open'));
  events.addEventListener('state', (event) => take(JSON.parse((event as MessageEvent<string>).data)));
  events.addEventListener('error', () => {
    connection.value = 'lost';
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => void again(), 2000);
  });
}
