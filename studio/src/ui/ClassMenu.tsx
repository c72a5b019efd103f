import type { ClassInfo } from '../api/types';
import { assignKey, merge, removeClass, rename } from '../state/actions';
import { alone, classes } from '../state/store';

interface Props {
  one: ClassInfo;
  index: number;
  close: () => void;
}

type Submitted = SubmitEvent & { currentTarget: HTMLFormElement };

function field(event: Submitted, name: string): string {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get(name) ?? '').trim();
}

/** What can be done with a class, under its chip. Arrow keys change a closed list at once: only the button merges. */
export function ClassMenu({ one, index, close }: Props) {
  const others = classes.value.filter((other) => other.name !== one.name);
  const renamed = (event: Submitted) => {
    const to = field(event, 'to');
    if (to && to !== one.name) void rename(one.name, to);
    close();
  };
  const keyed = (event: Submitted) => {
    void assignKey(one.name, field(event, 'key').toLowerCase() || null);
    close();
  };
  const merged = (event: Submitted) => {
    void merge(one.name, field(event, 'into'));
    close();
  };
  return (
    <div class="class-menu">
      <form onSubmit={renamed}>
        <input name="to" defaultValue={one.name} aria-label={`New name of ${one.name}`} maxLength={200} />
        <button type="submit">Rename</button>
      </form>
      <form onSubmit={keyed}>
        <input
          name="key"
          defaultValue={one.key ?? ''}
          placeholder="none"
          aria-label={`Key of ${one.name}: a digit or a letter`}
          pattern="[0-9a-zA-Z]?"
          maxLength={1}
        />
        <button type="submit">Set key</button>
      </form>
      {others.length > 0 && (
        <form onSubmit={merged}>
          <select name="into" aria-label={`Class that ${one.name} becomes part of`} required>
            <option value="">Merge into …</option>
            {others.map((other) => (
              <option key={other.name} value={other.name}>
                {other.name}
              </option>
            ))}
          </select>
          <button type="submit">Merge</button>
        </form>
      )}
      <label>
        <input
          type="checkbox"
          checked={alone.value === index}
          onChange={(event) => (alone.value = event.currentTarget.checked ? index : null)}
        />
        Show only this class
      </label>
      {one.learning + one.check === 0 && (
        <button
          onClick={() => {
            void removeClass(one.name);
            close();
          }}
        >
          Remove this empty class
        </button>
      )}
    </div>
  );
}
