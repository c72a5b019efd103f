import { panelOpen } from '../state/store';
import { Bar } from './Bar';
import { Help } from './Help';
import { MapView } from './MapView';
import { Panel } from './Panel';

/** One slim bar, the map, a panel that folds. */
export function App() {
  return (
    <div class={panelOpen.value ? 'app' : 'app folded'}>
      <Bar />
      <MapView />
      {panelOpen.value && <Panel />}
      <Help />
    </div>
  );
}
