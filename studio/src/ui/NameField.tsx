import { useLayoutEffect, useRef } from 'preact/hooks';
import { classes } from '../state/store';
import {
  adoptField,
  change,
  choose,
  marked,
  meanings,
  move,
  paste,
  proposed,
  stop,
  typed,
} from '../state/typing';

/** What the next Enter does, where that is not plain to see. */
function Proposal() {
  const names = proposed.value;
  if (!names) return null;
  return (
    <p class="proposal" role="status">
      {names.length === 1 ? (
        <>
          New class <strong>{names[0]}</strong>?
        </>
      ) : (
        `Make ${names.length} classes: ${names.slice(0, 4).join(', ')} …?`
      )}{' '}
      <button type="submit">
        Make {names.length === 1 ? 'it' : 'them'} <kbd>Enter</kbd>
      </button>
    </p>
  );
}

/** Type a name: the list above narrows, Enter takes the marked class. */
export function NameField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    adoptField(field.current);
    return () => adoptField(null);
  }, []);
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    move(by);
  };
  const active = meanings.value.length ? `meaning-${marked.value}` : undefined;
  return (
    <form
      class="name"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <input
        ref={field}
        role="combobox"
        aria-expanded={meanings.value.length > 0}
        aria-controls="classes"
        aria-activedescendant={active}
        aria-autocomplete="list"
        value={typed.value ?? ''}
        placeholder={classes.value.length ? 'Or type a class name' : 'What is it? Type a name'}
        aria-label="Name of a class; Enter labels"
        autocomplete="off"
        maxLength={200}
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={keys}
        onPaste={(event) => {
          if (paste(event.clipboardData?.getData('text') ?? '')) event.preventDefault();
        }}
        onBlur={() => {
          if (!typed.value) stop();
        }}
      />
      <Proposal />
    </form>
  );
}
