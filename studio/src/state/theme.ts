// Light or dark: as the notebook or the system says, until the user says otherwise.
import { computed, effect, signal } from '@preact/signals';
import { inNotebook, stage } from '../stage';

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
const around = signal(system.matches);

/** How a notebook says that it is dark: JupyterLab, VS Code, Colab. Nothing where it says neither. */
function notebookDark(): boolean | null {
  if (!inNotebook()) return null;
  const { body, documentElement } = document;
  const { jpThemeLight } = body.dataset;
  if (jpThemeLight) return jpThemeLight === 'false';
  if (body.dataset.vscodeThemeKind) return !body.dataset.vscodeThemeKind.endsWith('light');
  const theme = documentElement.getAttribute('theme');
  return theme ? theme === 'dark' : null;
}

const chosen = signal<Theme | null>(stored());
export const dark = computed(() => (chosen.value ? chosen.value === 'dark' : around.value));

/** Returns what ends it. */
export function followTheme(): () => void {
  const look = () => (around.value = notebookDark() ?? system.matches);
  look();
  system.addEventListener('change', look);
  const changes = new MutationObserver(look);
  if (inNotebook()) {
    changes.observe(document.body, { attributes: true });
    changes.observe(document.documentElement, { attributes: true });
  }
  const end = effect(() => {
    stage().root.dataset.theme = dark.value ? 'dark' : 'light';
  });
  return () => {
    end();
    changes.disconnect();
    system.removeEventListener('change', look);
  };
}

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
    (inNotebook() ? stage().root : document.body).append(probe);
  }
  return getComputedStyle(probe).color;
}

export const calm = matchMedia('(prefers-reduced-motion: reduce)');
