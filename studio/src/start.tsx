// The page, answered by any transport.
import './style/base.css';
import './style/bar.css';
import './style/map.css';
import './style/panel.css';
import './style/details.css';
import './style/rows.css';
import './style/tabs.css';
import './style/help.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { connect } from './api/client';
import type { Transport } from './api/transport';
import { followKeys } from './keys';
import { labelVersion } from './state/points';
import { place, queue } from './state/queue';
import { prefetch } from './state/rows';
import { sayError, state, unsaved } from './state/store';
import { follow } from './state/sync';
import { App } from './ui/App';

/** Begins the page in an element, asking and hearing by a transport. */
export function start(by: Transport, root: HTMLElement): void {
  const { dataset } = document.documentElement;
  dataset.errors = '0';
  addEventListener('error', (event) => sayError(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => sayError(event.reason));
  addEventListener('beforeunload', (event) => {
    const now = state.value;
    const inMemory = now && !now.journal && now.labeled > 0;
    if (unsaved.value || inMemory) event.preventDefault();
  });
  effect(() => {
    dataset.labelVersion = String(labelVersion.value);
    dataset.fitVersion = String(state.value?.fit?.version ?? 0);
    dataset.fitLabels = String(state.value?.fit?.labels ?? 0);
    dataset.unsaved = String(unsaved.value);
    if (state.value) document.title = `${state.value.data.name} · halflit studio`;
  });

  connect(by);
  render(<App />, root);
  followKeys();
  prefetch(() => queue.value.slice(place.value, place.value + 5).map((one) => one.row));
  follow();
}
