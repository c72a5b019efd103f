import { useEffect, useRef } from 'preact/hooks';
import { helpOpen, state } from '../state/store';
import { Icon } from './Icon';

const KEYS: [string, string][] = [
  ['1 … 9', 'label with that class and go on'],
  ['n or /', 'type a name: an old class or a new one'],
  ['→ ← or j k', 'next and previous suggestion'],
  ['s', 'skip'],
  ['Del', 'take the label away'],
  ['u or Ctrl Z', 'undo'],
  ['Ctrl Y', 'do again'],
  ['l', 'lasso: drag around rows; Shift adds'],
  ['f', 'find rows by text, id or #number; Enter goes through them'],
  ['+ − 0', 'closer, farther, the whole map'],
  ['Shift ←↑→↓', 'move the map'],
  ['p', 'fold the panel'],
  ['t', 'light or dark'],
  ['Esc', 'clear, close, back to the queue'],
];

/** The sheet that says which key does what and how to read the map. */
export function Help() {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (helpOpen.value) sheet.current?.showModal();
    else sheet.current?.close();
  }, [helpOpen.value]);
  return (
    <dialog
      ref={sheet}
      class="help"
      aria-label="Help"
      onClose={() => (helpOpen.value = false)}
      onClick={(event) => {
        if (event.target === sheet.current) helpOpen.value = false;
      }}
    >
      <div class="help-head">
        <h2>Keys</h2>
        <Icon name="close" label="Close (Esc)" onClick={() => (helpOpen.value = false)} />
      </div>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <h2>The map</h2>
      <p>
        Each mark is a row. Colour and shape are its class: solid with a rim where you gave it, paler the less
        sure the model is. Numbered halos are the rows worth labeling next. A dashed halo, and later a second
        ring, is a row drawn at random to measure accuracy: the model does not learn from it.
      </p>
      <p>Click a row to label it. Drag moves the map, the wheel zooms, a double click shows all of it.</p>
      {state.value && (
        <p>
          Everything you do is kept in <code>{state.value.journal}</code> before the page says “saved”.
        </p>
      )}
    </dialog>
  );
}
