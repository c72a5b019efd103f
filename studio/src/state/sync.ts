// Keeps the page's state like the server's: events tell of versions, binary answers bring the arrays.
import { bytes, listen } from '../api/client';
import { readLabels, readMap } from '../api/binary';
import type { State } from '../api/types';
import { batch, effect } from '@preact/signals';
import { labelVersion, mapVersion, resize, takeLabels, takeMap } from './points';
import { forgetRows } from './rows';
import { show, type Show } from './show';
import { connection, notice, sayError, state, working } from './store';

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
/** Whether versions are of a studio that has ended since: equal ones may be of other arrays. */
const past = { map: false, labels: false };

const fetchMap = coalesced(async () => {
  const wanted = show.value;
  const since = wanted === shown && !past.map ? mapVersion.value : 0;
  past.map = false;
  const answer = await bytes(`/api/map?since=${since}&show=${wanted}`);
  shown = wanted;
  if (answer) takeMap(readMap(answer));
});

effect(() => {
  if (show.value !== shown) fetchMap();
});

const fetchLabels = coalesced(async () => {
  const since = past.labels ? 0 : labelVersion.value;
  past.labels = false;
  const answer = await bytes(`/api/labels?since=${since}`);
  if (answer) takeLabels(readLabels(answer));
});

function take(next: State): void {
  resize(next.data.rows);
  state.value = next;
  if (next.working !== undefined) working.value = next.working;
  if (past.labels || next.version !== labelVersion.value) fetchLabels();
  if (next.fit && (past.map || next.fit.version !== mapVersion.value)) fetchMap();
}

/** Everything is asked for anew when somebody answers again. What is in front of the person stays. */
function lost(): void {
  past.map = past.labels = true;
  forgetRows();
  batch(() => {
    working.value = null;
    connection.value = 'lost';
  });
}

/** From now on the page is told what changes. */
export function follow(): void {
  listen({
    open: () => {
      // Who answers again has nothing to complain of.
      if (connection.value !== 'opening') notice.value = null;
      connection.value = 'open';
    },
    lost,
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
