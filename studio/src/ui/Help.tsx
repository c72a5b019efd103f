import { useEffect, useRef } from 'preact/hooks';
import { helpOpen, state } from '../state/store';
import { Icon } from './Icon';

const KEYS: [string, string][] = [
  ['1 … 9, letters', 'label with the class that shows this key'],
  ['Space', 'accept what the model says'],
  ['any other letter', 'type the name of a class: Enter takes the best match, a new class takes Enter twice'],
  ['↓', 'skip: you cannot tell'],
  ['→ ←', 'next and previous suggestion'],
  ['Backspace, Ctrl Z', 'undo'],
  ['Ctrl Y', 'redo'],
  ['Del', 'remove the label'],
  ['.', 'more rows like this one, or like the selected ones'],
  ['/', 'find rows by words, id or #number; Enter goes through them'],
  ['Shift and drag', 'select rows with a lasso; again adds'],
  [',', 'picture or axes'],
  ['+ − 0', 'closer, farther, the whole map; 0 again shows rows far out'],
  ['Shift ←↑→↓', 'move the map'],
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
        Each mark is a row. Colour and shape are its class: with a rim where you labeled it, paler where the
        model is less sure. Numbered rows are worth labeling next. A dashed ring, later a second ring, is a
        check row: drawn at random to measure accuracy, and not learned from.
      </p>
      <p>
        Click a row to label it. Drag to move the map, turn the wheel to zoom, double-click to see all of it.
        The dots beside a class change its name and its key. A list of names pasted into the name field
        becomes classes.
      </p>
      {state.value?.journal && (
        <p>
          Everything you do is written to <code>{state.value.journal}</code> before the page says “saved”.
        </p>
      )}
      {state.value && !state.value.journal && (
        <p>Everything stays in this browser. Take your labels home, under “Export”, before you close it.</p>
      )}
    </dialog>
  );
}
