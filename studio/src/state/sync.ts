// Keeps the page's state like the server's: events tell of versions, binary answers bring the arrays.
import { bytes, listen } from '../api/client';
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

/** From now on the page is told what changes. */
export function follow(): void {
  listen({
    open: () => (connection.value = 'open'),
    lost: () => (connection.value = 'lost'),
    refused: () => (connection.value = 'refused'),
    event: (name, data) => {
      const told = JSON.parse(data);
      if (name === 'state') take(told);
      else if (name === 'working') working.value = told;
      // A picture that still settles: new positions, and nothing else.
      else if (told.version !== mapVersion.value) fetchMap();
    },
  });
}
