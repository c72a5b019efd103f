// Which map is seen: the picture, which keeps neighbours, or the axes of the method.
import { computed, signal } from '@preact/signals';
import { fit } from './store';

export type Show = 'picture' | 'axes';
const KEY = 'halflit-show';

function stored(): Show {
  try {
    return localStorage.getItem(KEY) === 'axes' ? 'axes' : 'picture';
  } catch {
    return 'picture'; // storage may be forbidden
  }
}

export const show = signal<Show>(stored());
/** Whether there are two to choose from. */
export const canSwitch = computed(() => Boolean(fit.value?.picture));

export function switchShow(): void {
  if (!canSwitch.value) return;
  show.value = show.value === 'picture' ? 'axes' : 'picture';
  try {
    localStorage.setItem(KEY, show.value);
  } catch {
    // see above
  }
}
