import { toggleLasso } from '../keys';
import { redo, undo } from '../state/actions';
import { fit, helpOpen, lassoing, panelOpen, state, tab } from '../state/store';
import { dark, switchTheme } from '../state/theme';
import { Icon } from './Icon';
import { Search } from './Search';
import { percent } from './format';
import { plot } from './plot';

function Data() {
  const now = state.value;
  if (!now) return <span class="data">halflit studio</span>;
  const { name, rows, columns } = now.data;
  return (
    <span class="data" title={`${name}: ${rows} rows, ${columns} columns`}>
      <strong>{name}</strong>
      <span class="wide">
        {rows.toLocaleString('en')} × {columns.toLocaleString('en')}
      </span>
    </span>
  );
}

/** Check rows below which a percentage would say nothing without its interval. */
const ENOUGH = 5;

/** How far one has come: a way to the accuracy panel. */
function Progress() {
  const now = state.value;
  if (!now) return null;
  const accuracy = fit.value?.accuracy;
  const open = () => {
    panelOpen.value = true;
    tab.value = 'accuracy';
  };
  return (
    <button class="quiet progress-figure" onClick={open} title="Accuracy on rows kept apart">
      <strong>{now.labeled.toLocaleString('en')}</strong> labeled
      {accuracy && accuracy.of >= ENOUGH && (
        <>
          {' · '}
          <strong>{percent(accuracy.value)}</strong>
        </>
      )}
    </button>
  );
}

/** The slim bar at the top. */
export function Bar() {
  const now = state.value;
  return (
    <header class="bar">
      <Data />
      <div class="group" role="group" aria-label="Map and history">
        <Icon name="lasso" label="Lasso (l)" pressed={lassoing.value} onClick={toggleLasso} />
        <Icon name="fit" label="Show the whole map (0)" onClick={() => plot.value?.fit()} />
        <Icon
          name="undo"
          label={now?.undo ? `Undo: ${now.undo} (u)` : 'Undo (u)'}
          disabled={!now?.undo}
          onClick={undo}
        />
        <Icon
          name="redo"
          label={now?.redo ? `Do again: ${now.redo} (Ctrl+Y)` : 'Do again (Ctrl+Y)'}
          disabled={!now?.redo}
          onClick={redo}
        />
      </div>
      <Search />
      <Progress />
      <div class="group" role="group" aria-label="Page">
        <Icon
          name={dark.value ? 'sun' : 'moon'}
          label={dark.value ? 'Light colours (t)' : 'Dark colours (t)'}
          onClick={switchTheme}
        />
        <Icon name="help" label="Keys and help (?)" onClick={() => (helpOpen.value = true)} />
        <Icon
          name="panel"
          label={panelOpen.value ? 'Fold the panel (p)' : 'Show the panel (p)'}
          pressed={panelOpen.value}
          onClick={() => (panelOpen.value = !panelOpen.value)}
        />
      </div>
    </header>
  );
}
