import { useState } from 'preact/hooks';
import type { Choice } from './words';

/** Names that say that a column holds labels. */
const LABELS = ['class', 'label', 'labels', 'target', 'y'];

type Role = 'label' | 'id' | 'text';
const ROLES: [Role, string, string][] = [
  ['label', 'Labels', 'classes that you know already, empty where you do not'],
  ['id', 'Row names', 'tells rows apart, and is not learned from'],
  ['text', 'Text', 'shown while you label; learned from where no other column is left'],
];
const GAPS: [NonNullable<Choice['missing']> | '', string][] = [
  ['', 'no gaps'],
  ['median', 'fill with medians'],
  ['drop', 'leave such rows out'],
];

interface Props {
  file: string;
  names: string[];
  onOpen(choice: Choice): void;
  onBack(): void;
}

/** What the columns of a dropped table are for. */
export function Columns({ file, names, onOpen, onBack }: Props) {
  const label = names.find((name) => LABELS.includes(name.toLowerCase())) ?? null;
  const [choice, setChoice] = useState<Choice>({ label, id: null, text: null, drop: [], missing: null });
  const used = [choice.label, choice.id, choice.text];
  const change = (part: Partial<Choice>) => setChoice((own) => ({ ...own, ...part }));
  const toggle = (name: string) => {
    const others = choice.drop.filter((one) => one !== name);
    change({ drop: others.length < choice.drop.length ? others : [...others, name] });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    onOpen({ ...choice, drop: choice.drop.filter((name) => !used.includes(name)) });
  };
  return (
    <form class="columns" onSubmit={submit}>
      <h2>{file}</h2>
      {names.length > 0 && <p class="soft">Which columns are more than numbers to learn from?</p>}
      {names.length > 0 &&
        ROLES.map(([role, title, about]) => (
          <label key={role}>
            <strong>{title}</strong>
            <select
              value={choice[role] ?? ''}
              onChange={(event) => change({ [role]: event.currentTarget.value || null })}
            >
              <option value="">none</option>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <span class="soft">{about}</span>
          </label>
        ))}
      <label>
        <strong>Gaps</strong>
        <select
          value={choice.missing ?? ''}
          onChange={(event) => change({ missing: (event.currentTarget.value || null) as Choice['missing'] })}
        >
          {GAPS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <span class="soft">cells without a value</span>
      </label>
      {names.length > 0 && (
        <details>
          <summary>Leave columns out{choice.drop.length ? ` (${choice.drop.length})` : ''}</summary>
          <div class="drop-list">
            {names
              .filter((name) => !used.includes(name))
              .map((name) => (
                <label key={name} class="tick">
                  <input type="checkbox" checked={choice.drop.includes(name)} onChange={() => toggle(name)} />
                  {name}
                </label>
              ))}
          </div>
        </details>
      )}
      <div class="row">
        <button class="main" type="submit">
          Open
        </button>
        <button class="quiet" type="button" onClick={onBack}>
          Another table
        </button>
      </div>
    </form>
  );
}
