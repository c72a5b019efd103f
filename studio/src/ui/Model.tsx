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

/** Views of the default are told with their share of the whole; all else by its name. */
const isShare = ([name]: [string, string]): boolean => name.endsWith('%');

function Picture() {
  const picture = fit.value?.picture;
  if (!picture) return null;
  const { kept, trustworthiness } = picture;
  return (
    <p class="soft">
      {kept !== null && trustworthiness !== null && (
        <>
          The picture keeps {percent(kept)} of each row's 10 nearest rows (trustworthiness{' '}
          {trustworthiness.toFixed(3)}).{' '}
        </>
      )}
      Near rows are alike; distances between far groups mean little.
    </p>
  );
}

function Chosen() {
  const now = fit.value;
  if (!now) return null;
  const shares = now.settings.filter(isShare);
  const facts: [string, string][] = [
    ['method', now.method],
    ...now.settings.filter((one) => !isShare(one)),
    ['labels', String(now.labels)],
    ['time', `${now.seconds.toFixed(2)} s`],
  ];
  return (
    <>
      <h2>The last fit</h2>
      <dl class="features">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {shares.length > 0 && (
        <>
          <h3>What counts most</h3>
          <ul class="shares-of-views">
            {shares.map(([share, view]) => (
              <li key={view}>
                {view} <span class="number">{share}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Picture />
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
