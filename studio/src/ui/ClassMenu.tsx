import type { ClassInfo } from '../api/types';
import { merge, rename } from '../state/actions';
import { alone, classes } from '../state/store';

interface Props {
  one: ClassInfo;
  index: number;
  close: () => void;
}

/** What can be done with a class, under its chip. */
export function ClassMenu({ one, index, close }: Props) {
  const others = classes.value.filter((other) => other.name !== one.name);
  const renamed = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('to') ?? '').trim();
    if (to && to !== one.name) void rename(one.name, to);
    close();
  };
  const merged = (event: Event & { currentTarget: HTMLSelectElement }) => {
    void merge(one.name, event.currentTarget.value);
    close();
  };
  return (
    <div class="class-menu">
      <form onSubmit={renamed}>
        <input name="to" defaultValue={one.name} aria-label={`New name of ${one.name}`} maxLength={200} />
        <button type="submit">Rename</button>
      </form>
      {others.length > 0 && (
        <select aria-label={`Merge ${one.name} into another class`} onChange={merged}>
          <option value="">Merge into …</option>
          {others.map((other) => (
            <option key={other.name} value={other.name}>
              {other.name}
            </option>
          ))}
        </select>
      )}
      <label>
        <input
          type="checkbox"
          checked={alone.value === index}
          onChange={(event) => (alone.value = event.currentTarget.checked ? index : null)}
        />
        Show alone
      </label>
    </div>
  );
}
