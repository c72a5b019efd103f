import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { searchAsked } from '../keys';
import { stage } from '../stage';
import { goTo } from '../state/queue';
import { found, lookFor, nowhere } from '../state/search';
import { state } from '../state/store';

/** Finds rows by words or id; the list shows them, Enter goes through them. */
export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    if (searchAsked.value) field.current?.focus();
  }, [searchAsked.value]);
  const now = found.value;
  useEffect(() => {
    if (!now && field.current && stage().tree.activeElement !== field.current) field.current.value = '';
    setPlace(0);
  }, [now]);

  const { data } = state.value ?? {};
  if (!data) return <span class="search" />;
  const searched = Boolean(data.text || data.id);
  const go = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'Enter') return;
    const number = /^\s*#?(\d+)\s*$/.exec(event.currentTarget.value)?.[1];
    if (now) {
      goTo(now.rows[place % now.rows.length]);
      setPlace(place + 1);
    } else if (number && Number(number) < data.rows) {
      goTo(Number(number));
    }
  };
  return (
    <div class="search" role="search">
      <input
        ref={field}
        type="search"
        placeholder={searched ? 'Find words or an id ( / )' : 'Go to row number ( / )'}
        aria-label={searched ? 'Find rows by words, id or #number' : 'Number of a row to go to'}
        onInput={(event) => searched && lookFor(event.currentTarget.value)}
        onKeyDown={go}
      />
      {nowhere.value && !/^#?\d+$/.test(nowhere.value) && (
        <span class="found none" role="status">
          in no row
        </span>
      )}
    </div>
  );
}
