import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nameAsked } from '../keys';
import { addClass, label } from '../state/actions';
import { targets } from '../state/queue';
import { classes } from '../state/store';

/** Type a name: an old class is completed, a new one is made. Enter labels. */
export function NameField() {
  const field = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState(nameAsked.value);
  useLayoutEffect(() => {
    if (nameAsked.value === seen) return;
    setSeen(nameAsked.value);
    field.current?.focus();
    field.current?.select();
  }, [nameAsked.value]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = field.current?.value.trim();
    if (!name || !field.current) return;
    void (targets().length ? label(name) : addClass(name));
    field.current.value = '';
    // The next rows are labeled by keys: the field steps back.
    field.current.blur();
  };
  return (
    <form class="name" onSubmit={submit}>
      <input
        ref={field}
        list="class-names"
        placeholder={classes.value.length ? 'Another class … (n)' : 'What is it? Type a name (n)'}
        aria-label="Name of a class; Enter labels"
        autocomplete="off"
        maxLength={200}
      />
      <datalist id="class-names">
        {classes.value.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
      <button type="submit">Label</button>
    </form>
  );
}
