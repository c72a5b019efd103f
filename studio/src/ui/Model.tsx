import { useEffect, useState } from 'preact/hooks';
import type { Settings, State } from '../api/types';
import { changeSettings } from '../state/actions';
import { fit, state } from '../state/store';
import { Axes } from './Axes';
import { Parameter } from './Parameter';
import { percent } from './format';

type Field = Exclude<keyof Settings, 'method'>;
const FIELDS: [Field, string, number | undefined][] = [
  ['gamma', 'γ: weight of unlabeled rows', undefined],
  ['alpha', 'α: strength of the graph', undefined],
  ['dimension', 'number of axes', 1],
  ['votes', 'neighbours that vote', 1],
];

/** Arrow keys change a closed list at once, and a method may take long: only the button uses it. */
function MethodChoice({ settings, methods }: Pick<State, 'settings' | 'methods'>) {
  const [looked, setLooked] = useState<string | null>(null);
  useEffect(() => setLooked(null), [settings.method]);
  const shown = looked ?? settings.method;
  const method = methods.find((one) => one.name === shown);
  const use = async (event: SubmitEvent) => {
    event.preventDefault();
    if (shown === settings.method) return;
    const keep = (field: 'gamma' | 'alpha' | 'votes') => (method?.[field] ? settings[field] : null);
    const kept = { gamma: keep('gamma'), alpha: keep('alpha'), votes: keep('votes') };
    const next = { ...settings, method: shown, ...kept };
    if (!(await changeSettings(next))) setLooked(null);
  };
  return (
    <form class="method" onSubmit={(event) => void use(event)}>
      <select aria-label="Method" value={shown} onChange={(event) => setLooked(event.currentTarget.value)}>
        {methods.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
          </option>
        ))}
      </select>
      <button type="submit" disabled={shown === settings.method}>
        Use
      </button>
      {method && <p class="soft">{method.about}</p>}
    </form>
  );
}

/** The method and its parameters; an empty field means: choose it for me. */
function Choices() {
  const now = state.value;
  if (!now) return null;
  const { settings, methods } = now;
  const method = methods.find((one) => one.name === settings.method);
  const means = (field: Field) => field === 'dimension' || Boolean(method?.[field]);
  return (
    <div class="choices">
      <MethodChoice settings={settings} methods={methods} />
      {FIELDS.filter(([field]) => means(field)).map(([field, title, least]) => (
        <Parameter
          key={field}
          title={title}
          value={settings[field]}
          least={least}
          apply={(value) => changeSettings({ ...settings, [field]: value })}
        />
      ))}
    </div>
  );
}

function Chosen() {
  const now = fit.value;
  if (!now) return null;
  return (
    <>
      <h2>The last fit</h2>
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
        {now.picture?.kept != null && (
          <>
            <dt>of each row's 10 nearest rows the picture keeps</dt>
            <dd>{percent(now.picture.kept)}</dd>
          </>
        )}
        {now.picture?.trustworthiness != null && (
          <>
            <dt>trustworthiness of the picture</dt>
            <dd>{now.picture.trustworthiness.toFixed(3)}</dd>
          </>
        )}
      </dl>
      {now.picture && (
        <p class="soft">In the picture near rows are alike; distances between far groups mean little.</p>
      )}
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
