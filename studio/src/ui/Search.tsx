import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { searchAsked } from '../keys';
import { select } from '../state/actions';
import { goTo } from '../state/queue';
import { found, lookFor } from '../state/search';
import { rowsWord, state } from '../state/store';

/** Finds rows by text or id; Enter goes through them, one button selects all. */
export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    if (searchAsked.value) field.current?.focus();
  }, [searchAsked.value]);
  useEffect(() => {
    if (!found.value && field.current && document.activeElement !== field.current) field.current.value = '';
    setPlace(0);
  }, [found.value]);

  const { data } = state.value ?? {};
  if (!data) return <span class="search" />;
  const searched = Boolean(data.text || data.id);
  const now = found.value;
  const go = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'Enter') return;
    const number = /^\s*#?(\d+)\s*$/.exec(event.currentTarget.value)?.[1];
    if (now?.rows.length) {
      goTo(now.rows[place % now.rows.length]);
      setPlace(place + 1);
    } else if (number && Number(number) < data.rows) {
      goTo(Number(number));
    }
  };
  const all = now && now.rows.length > 0 && (
    <button
      class="quiet found"
      onClick={() => select(Uint32Array.from(now.rows).sort())}
      title="Select all of them, to label them together"
    >
      select {now.more ? `the first ${now.rows.length}` : rowsWord(now.rows.length)}
    </button>
  );
  return (
    <div class="search" role="search">
      <input
        ref={field}
        type="search"
        placeholder={searched ? 'Find text, id or #row (f)' : 'Go to row (f)'}
        aria-label={searched ? 'Find rows by text, id or number' : 'Number of a row to go to'}
        onInput={(event) => searched && lookFor(event.currentTarget.value)}
        onKeyDown={go}
      />
      {all || (now && !/^#\d+$/.test(now.text) && <span class="found none">no row</span>)}
    </div>
  );
}
