import { useEffect, useState } from 'preact/hooks';
import { columnNames } from '../api/client';
import { HEAT } from '../palette/colors';
import { colorByColumn, coloring } from '../state/coloring';
import { canSwitch, show, switchShow } from '../state/show';
import { beyond, fit, rowsWord, state } from '../state/store';
import { figure } from './format';
import { plot } from './plot';

/** Colours of classes, of sureness, or of a column. */
function ColorBy() {
  const [names, setNames] = useState<string[]>([]);
  const data = state.value?.data;
  useEffect(() => {
    if (data?.columns)
      columnNames().then(
        (answer) => setNames(answer.names),
        () => undefined,
      );
  }, [data?.name, data?.columns]);
  const { by, name } = coloring.value;
  const change = (value: string) => {
    if (value.startsWith('column ')) void colorByColumn(value.slice(7));
    else coloring.value = { by: value === 'sureness' ? 'sureness' : 'class' };
  };
  return (
    <select
      aria-label="Colour by"
      value={by === 'column' ? `column ${name}` : by}
      onChange={(event) => change(event.currentTarget.value)}
    >
      <option value="class">Colour: class</option>
      {fit.value?.predicts && <option value="sureness">Colour: sureness</option>}
      {names.map((one) => (
        <option key={one} value={`column ${one}`}>
          Colour: {one}
        </option>
      ))}
    </select>
  );
}

function Legend() {
  const { by, low, high } = coloring.value;
  if (by === 'class') return null;
  return (
    <span class="legend">
      {by === 'sureness' ? 'unsure' : figure(low ?? null)}
      <svg viewBox="0 0 9 1" preserveAspectRatio="none" aria-hidden="true">
        {HEAT.map((color, k) => (
          <rect key={color} x={k} width="1.05" height="1" fill={color} />
        ))}
      </svg>
      {by === 'sureness' ? 'sure' : figure(high ?? null)}
    </span>
  );
}

/** What the map shows and what its colours mean. */
export function MapTools() {
  return (
    <div class="map-tools">
      {canSwitch.value && (
        <button
          onClick={switchShow}
          title="Picture: near rows are alike. Axes: the directions of the method. (,)"
          aria-label={`The map shows the ${show.value}; switch (,)`}
        >
          {show.value === 'picture' ? 'Picture' : 'Axes'} <kbd>,</kbd>
        </button>
      )}
      <ColorBy />
      <Legend />
      {beyond.value > 0 && (
        <button onClick={() => plot.value?.fit()} title="They lie so far out that the rest would be small">
          {rowsWord(beyond.value)} far out <kbd>0</kbd>
        </button>
      )}
    </div>
  );
}
