import type { Settings } from '../api/types';
import { changeSettings } from '../state/actions';
import { fit, state } from '../state/store';
import { Axes } from './Axes';

type Field = Exclude<keyof Settings, 'method'>;
const FIELDS: [Field, string, number | undefined][] = [
  ['gamma', 'γ: how much unlabeled rows count', undefined],
  ['alpha', 'α: power of the graph', undefined],
  ['dimension', 'dimension', 1],
  ['votes', 'votes: neighbours asked', 1],
];

/** The method and its parameters; an empty field means: choose it for me. */
function Choices() {
  const now = state.value;
  if (!now) return null;
  const { settings, methods } = now;
  const method = methods.find((one) => one.name === settings.method);
  const means = (field: Field) => (field === 'gamma' || field === 'alpha' ? Boolean(method?.[field]) : true);
  const choose = (name: string) => {
    const next = methods.find((one) => one.name === name);
    const keep = (field: 'gamma' | 'alpha') => (next?.[field] ? settings[field] : null);
    void changeSettings({ ...settings, method: name, gamma: keep('gamma'), alpha: keep('alpha') });
  };
  const set = async (field: Field, input: HTMLInputElement) => {
    const value = input.value.trim() === '' ? null : Number(input.value);
    if (value === settings[field]) return;
    const taken = await changeSettings({ ...settings, [field]: value });
    if (!taken) input.value = String(settings[field] ?? '');
  };
  return (
    <div class="choices">
      <label>
        <span>method</span>
        <select value={settings.method} onChange={(event) => choose(event.currentTarget.value)}>
          {methods.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {method && <p class="soft">{method.about}</p>}
      {FIELDS.filter(([field]) => means(field)).map(([field, title, least]) => (
        <label key={field}>
          <span>{title}</span>
          <input
            type="number"
            step={least ?? 'any'}
            min={least ?? 0}
            placeholder="auto"
            value={settings[field] ?? ''}
            onChange={(event) => void set(field, event.currentTarget)}
          />
        </label>
      ))}
    </div>
  );
}

function Chosen() {
  const now = fit.value;
  if (!now) return null;
  return (
    <>
      <h2>This map</h2>
      <dl class="features">
        <dt>method</dt>
        <dd>{now.method}</dd>
        {now.settings.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
        <dt>labels</dt>
        <dd>{now.labels}</dd>
        <dt>time</dt>
        <dd>{now.seconds.toFixed(2)} s</dd>
      </dl>
    </>
  );
}

/** How the map is made, and what its axes are. */
export function Model() {
  return (
    <>
      <h2>Method</h2>
      <Choices />
      <Chosen />
      <Axes />
    </>
  );
}
