import { signal } from '@preact/signals';
import type { ClassInfo } from '../api/types';
import { label } from '../state/actions';
import { alone, classes } from '../state/store';
import { ClassMenu } from './ClassMenu';
import { Icon } from './Icon';
import { Swatch } from './Swatch';

const opened = signal<string | null>(null);

function counts(one: ClassInfo): string {
  const learning = `${one.learning} to learn from`;
  return one.check ? `${learning}, ${one.check} kept apart` : learning;
}

function Chip({ one, index }: { one: ClassInfo; index: number }) {
  const open = opened.value === one.name;
  const shown = alone.value === null || alone.value === index;
  return (
    <li class={shown ? 'chip' : 'chip dim'}>
      <div class="chip-row">
        <button class="chip-label" onClick={() => void label(one.name)} title={`${one.name}: ${counts(one)}`}>
          {index < 9 ? <kbd>{index + 1}</kbd> : <span class="no-key" />}
          <Swatch label={index} />
          <span class="chip-name">{one.name}</span>
          <span class="chip-count">
            {one.learning.toLocaleString('en')}
            {one.check > 0 && <span class="apart">+{one.check.toLocaleString('en')}</span>}
          </span>
        </button>
        <Icon
          name="more"
          label={`Rename, merge or show ${one.name} alone`}
          expanded={open}
          onClick={() => (opened.value = open ? null : one.name)}
        />
      </div>
      {open && <ClassMenu one={one} index={index} close={() => (opened.value = null)} />}
    </li>
  );
}

/** The classes with their keys and counts; a click labels. */
export function Chips() {
  if (!classes.value.length) return null;
  return (
    <ul class="chips" aria-label="Classes">
      {classes.value.map((one, index) => (
        <Chip key={one.name} one={one} index={index} />
      ))}
    </ul>
  );
}
