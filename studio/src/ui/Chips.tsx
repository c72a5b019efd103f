import { signal } from '@preact/signals';
import type { ClassInfo } from '../api/types';
import { label } from '../state/actions';
import { askedVersion, labelVersion, mapVersion, shownClass } from '../state/points';
import { target } from '../state/queue';
import { alone, classes, selection } from '../state/store';
import { choose, isNew, marked, meanings, proposed, typed } from '../state/typing';
import { ClassMenu } from './ClassMenu';
import { Icon } from './Icon';
import { Swatch } from './Swatch';

/** Classes above which each takes less room. */
const DENSE = 12;
const opened = signal<string | null>(null);

function counts(one: ClassInfo): string {
  const learning = `${one.learning} labeled to learn from`;
  return one.check ? `${learning}, ${one.check} to measure accuracy` : learning;
}

interface Props {
  one: ClassInfo;
  index: number;
  /** What the model says of the row, which Space accepts. */
  predicted: boolean;
  /** Its place among what was typed may mean. */
  place?: number;
}

function Chip({ one, index, predicted, place }: Props) {
  const open = opened.value === one.name;
  const shown = alone.value === null || alone.value === index;
  const best = place !== undefined && place === marked.value;
  return (
    <li
      class={`chip${shown ? '' : ' dim'}${best ? ' best' : ''}`}
      id={place === undefined ? undefined : `meaning-${place}`}
    >
      <div class="chip-row">
        <button class="chip-label" onClick={() => void label(one.name)} title={`${one.name}: ${counts(one)}`}>
          {one.key ? <kbd>{one.key}</kbd> : <span class="no-key" />}
          <Swatch label={index} />
          <span class="chip-name">{one.name}</span>
          {best ? <kbd>Enter</kbd> : predicted && place === undefined && <kbd>Space</kbd>}
          <span class="chip-count">
            {one.learning.toLocaleString('en')}
            {one.check > 0 && <span class="apart">+{one.check.toLocaleString('en')}</span>}
          </span>
        </button>
        <Icon
          name="more"
          label={`Change ${one.name}: name, key, merge, show alone`}
          expanded={open}
          onClick={() => (opened.value = open ? null : one.name)}
        />
      </div>
      {open && <ClassMenu one={one} index={index} close={() => (opened.value = null)} />}
    </li>
  );
}

function Fresh({ place }: { place: number }) {
  const best = place === marked.value;
  return (
    <li class={best ? 'chip best' : 'chip'} id={`meaning-${place}`}>
      <button
        class="chip-label"
        onClick={() => {
          marked.value = place;
          choose();
        }}
      >
        <span class="no-key">+</span>
        <span class="chip-name">
          New class “{typed.value?.trim()}” {best && !proposed.value && <kbd>Enter</kbd>}
        </span>
      </button>
    </li>
  );
}

/** The classes with their keys and counts, or those that what is typed may mean; a click labels. */
export function Chips() {
  void [mapVersion.value, labelVersion.value, askedVersion.value];
  const row = selection.value.length ? null : target.value;
  const predicted = row === null ? -1 : shownClass(row);
  const found = typed.value?.trim() ? meanings.value : null;
  if (!classes.value.length && !found) return null;
  return (
    <ul
      class={`chips scrolls${classes.value.length > DENSE ? ' dense' : ''}`}
      id="classes"
      aria-label="Classes"
      tabIndex={0}
    >
      {found
        ? found.map((one, place) =>
            isNew(one) ? (
              <Fresh key="new" place={place} />
            ) : (
              <Chip
                key={classes.value[one.index]?.name}
                one={classes.value[one.index]}
                index={one.index}
                predicted={false}
                place={place}
              />
            ),
          )
        : classes.value.map((one, index) => (
            <Chip key={one.name} one={one} index={index} predicted={index === predicted} />
          ))}
    </ul>
  );
}
