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
import { inNotebook, stage } from './stage';
import { labelVersion } from './state/points';
import { place, queue } from './state/queue';
import { prefetch } from './state/rows';
import { sayError, state, unsaved } from './state/store';
import { follow } from './state/sync';
import { followTheme } from './state/theme';
import { App } from './ui/App';

/** Begins the page in an element, asking and hearing by a transport; returns what takes it away again. */
export function start(by: Transport, root: HTMLElement): () => void {
  const { dataset } = stage().root;
  dataset.errors = '0';
  if (!inNotebook()) ownWindow();
  const signs = effect(() => {
    dataset.labelVersion = String(labelVersion.value);
    dataset.fitVersion = String(state.value?.fit?.version ?? 0);
    dataset.fitLabels = String(state.value?.fit?.labels ?? 0);
    dataset.unsaved = String(unsaved.value);
  });

  connect(by);
  const ends = [signs, followTheme(), followKeys()];
  render(<App />, root);
  ends.push(prefetch(() => queue.value.slice(place.value, place.value + 5).map((one) => one.row)));
  follow();
  return () => {
    ends.forEach((end) => end());
    render(null, root);
  };
}

/** What concerns a whole window. */
function ownWindow(): void {
  addEventListener('error', (event) => sayError(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => sayError(event.reason));
  addEventListener('beforeunload', (event) => {
    const now = state.value;
    const inMemory = now && !now.journal && now.labeled > 0;
    if (unsaved.value || inMemory) event.preventDefault();
  });
  effect(() => {
    if (state.value) document.title = `${state.value.data.name} · halflit studio`;
  });
}
