// Keeps the page's state like the server's: events tell of versions, binary answers bring the arrays.
import { address, bytes } from '../api/client';
import { readLabels, readMap } from '../api/binary';
import type { State } from '../api/types';
import { effect } from '@preact/signals';
import { labelVersion, mapVersion, resize, takeLabels, takeMap } from './points';
import { show, type Show } from './show';
import { connection, sayError, state, working } from './store';

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

/** Which map the page has. */
let shown: Show = show.value;

const fetchMap = coalesced(async () => {
  const wanted = show.value;
  const since = wanted === shown ? mapVersion.value : 0;
  const answer = await bytes(`/api/map?since=${since}&show=${wanted}`);
  shown = wanted;
  if (answer) takeMap(readMap(answer));
});

effect(() => {
  if (show.value !== shown) fetchMap();
});

const fetchLabels = coalesced(async () => {
  const answer = await bytes(`/api/labels?since=${labelVersion.value}`);
  if (answer) takeLabels(readLabels(answer));
});

function take(next: State): void {
  resize(next.data.rows);
  state.value = next;
  if (next.working !== undefined) working.value = next.working;
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
  events.addEventListener('working', (event) => {
    working.value = JSON.parse((event as MessageEvent<string>).data);
  });
  // A picture that still settles: new positions, and nothing else.
  events.addEventListener('frame', (event) => {
    const { version } = JSON.parse((event as MessageEvent<string>).data);
    if (version !== mapVersion.value) fetchMap();
  });
  events.addEventListener('error', () => {
    connection.value = 'lost';
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => void again(), 2000);
  });
}
