// Light or dark: as the system says, until the user says otherwise.
import { computed, effect, signal } from '@preact/signals';

type Theme = 'light' | 'dark';
const KEY = 'halflit-theme';

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null; // storage may be forbidden; the system's choice will do
  }
}

const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);
system.addEventListener('change', () => (systemDark.value = system.matches));

const chosen = signal<Theme | null>(stored());
export const dark = computed(() => (chosen.value ? chosen.value === 'dark' : systemDark.value));

effect(() => {
  document.documentElement.dataset.theme = dark.value ? 'dark' : 'light';
});

export function switchTheme(): void {
  chosen.value = dark.value ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, chosen.value);
  } catch {
    // see above
  }
}

const probe = document.createElement('span');

/** A colour of the style sheet as the browser computes it. */
export function cssColor(name: string): string {
  probe.style.color = `var(${name})`;
  if (!probe.isConnected) {
    probe.hidden = true;
    document.body.append(probe);
  }
  return getComputedStyle(probe).color;
}

export const calm = matchMedia('(prefers-reduced-motion: reduce)');
