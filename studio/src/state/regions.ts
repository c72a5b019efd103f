// What parts of the map are about, by the words of their texts, until predictions say it better.
import { computed, effect, signal } from '@preact/signals';
import { regionWords } from '../api/client';
import type { Region } from '../api/types';
import { mapVersion } from './points';
import { show } from './show';
import { fit, state } from './store';

export const regions = signal<Region[]>([]);

const wanted = computed(() => Boolean(state.value?.data.text && fit.value && !fit.value.predicts));
let latest = 0;

effect(() => {
  const [version, kind] = [mapVersion.value, show.value];
  const mine = ++latest;
  if (!wanted.value || !version) {
    if (regions.peek().length) regions.value = [];
    return;
  }
  // Where they cannot be told the map has no words: nobody needs to hear of it.
  regionWords(kind).then(
    (found) => mine === latest && (regions.value = found),
    () => undefined,
  );
});
