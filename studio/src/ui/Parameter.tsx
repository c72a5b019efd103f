import { useEffect, useState } from 'preact/hooks';
import { release } from '../stage';

interface Props {
  title: string;
  /** null: chosen for the user. */
  value: number | null;
  /** The smallest whole number; undefined: any number from 0. */
  least?: number;
  /** False where it was refused. */
  apply: (value: number | null) => Promise<boolean>;
}

/** A number that is used when the field is left or Enter is pressed: arrow keys alone would fit at every step. */
export function Parameter({ title, value, least, apply }: Props) {
  // What is typed stays while the server tells of other things.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [value]);

  const given = String(value ?? '');

  const leave = async (event: FocusEvent & { currentTarget: HTMLInputElement }) => {
    const input = event.currentTarget;
    const next = input.value.trim() === '' ? null : Number(input.value);
    const kept = typed === null || input.validity.badInput || next === value;
    if (kept || !(await apply(next))) {
      setTyped(null);
      input.value = given;
    }
  };
  const key = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    // Escape takes back what was typed, before the page leaves the field; leaving it is the one way to use it.
    if (event.key === 'Escape') event.currentTarget.value = given;
    if (event.key === 'Enter') release(event.currentTarget);
  };
  return (
    <label>
      <span>{title}</span>
      <input
        type="number"
        step={least ?? 'any'}
        min={least ?? 0}
        placeholder="auto"
        value={typed ?? given}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={key}
        onBlur={(event) => void leave(event)}
      />
    </label>
  );
}
