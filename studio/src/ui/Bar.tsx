import { toggleLasso } from '../keys';
import { redo, undo } from '../state/actions';
import { fit, helpOpen, lassoing, leave, panelOpen, state, tab } from '../state/store';
import { dark, switchTheme } from '../state/theme';
import { Icon } from './Icon';
import { Search } from './Search';
import { accuracyWords, interval } from './format';
import { plot } from './plot';

function Data() {
  const now = state.value;
  if (!now) return <h1 class="data">halflit studio</h1>;
  const { name, rows, columns } = now.data;
  return (
    <h1 class="data" title={`${name}: ${rows} rows, ${columns} columns`}>
      <strong>{name}</strong>
      <span class="wide">
        {rows.toLocaleString('en')} × {columns.toLocaleString('en')}
      </span>
    </h1>
  );
}

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
    <button
      class="quiet progress-figure"
      onClick={open}
      title={accuracy ? accuracyWords(accuracy) : 'Accuracy: not measured yet'}
    >
      <strong>{now.labeled.toLocaleString('en')}</strong> labeled
      {accuracy && accuracy.of > 0 && (
        <span class="wide">
          {' · '}
          <strong>{interval(accuracy)}</strong> right
        </span>
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
      {leave.value && (
        <button class="quiet wide" onClick={leave.value}>
          Another table
        </button>
      )}
      <div class="group" role="group" aria-label="Map and history">
        <Icon
          name="lasso"
          label="Select with a lasso (or Shift and drag)"
          pressed={lassoing.value}
          onClick={toggleLasso}
        />
        <Icon name="fit" label="Show the whole map (0)" onClick={() => plot.value?.fit()} />
        <Icon
          name="undo"
          label={now?.undo ? `Undo: ${now.undo} (Backspace)` : 'Undo (Backspace)'}
          disabled={!now?.undo}
          onClick={undo}
        />
        <Icon
          name="redo"
          label={now?.redo ? `Redo: ${now.redo} (Ctrl+Y)` : 'Redo (Ctrl+Y)'}
          disabled={!now?.redo}
          onClick={redo}
        />
      </div>
      <Search />
      <Progress />
      <div class="group" role="group" aria-label="Page">
        <Icon
          name={dark.value ? 'sun' : 'moon'}
          label={dark.value ? 'Light colours' : 'Dark colours'}
          onClick={switchTheme}
        />
        <Icon name="help" label="Keys and help (?)" onClick={() => (helpOpen.value = true)} />
        <Icon
          name="panel"
          label={panelOpen.value ? 'Fold the panel' : 'Show the panel'}
          pressed={panelOpen.value}
          onClick={() => (panelOpen.value = !panelOpen.value)}
        />
      </div>
    </header>
  );
}
