// Names of classes: which one is meant by what was typed.
import type { ClassInfo } from '../api/types';

/** Names that differ by case or spaces only are one. */
export const folded = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const wordsOf = (name: string): string[] => name.split(/[\s_\-/.,:;()]+/).filter(Boolean);

/** How well a name fits: 0 is the name itself; null: not at all. */
export function fitOf(typed: string, name: string): number | null {
  const [wanted, own] = [folded(typed), folded(name)];
  if (!wanted || own === wanted) return 0;
  if (own.startsWith(wanted)) return 1;
  const parts = wordsOf(own);
  const begun = wordsOf(wanted);
  if (begun.length && begun.every((one) => parts.some((part) => part.startsWith(one)))) return 2;
  return own.includes(wanted) ? 3 : null;
}

export interface Match {
  index: number;
  fit: number;
}

/** The classes that what was typed may mean, the best first: by how it fits, then by how likely the row is one, then as they are listed. */
export function matches(typed: string, classes: ClassInfo[], likely: (index: number) => number): Match[] {
  return classes
    .flatMap(({ name }, index) => {
      const fit = fitOf(typed, name);
      return fit === null ? [] : [{ index, fit }];
    })
    .sort((a, b) => a.fit - b.fit || likely(b.index) - likely(a.index) || a.index - b.index);
}

/** The names of a list that was pasted: one a line, each once, and none that is there. */
export function listed(text: string, classes: ClassInfo[]): string[] {
  const known = new Set(classes.map((one) => folded(one.name)));
  return text
    .split(/[\r\n\t]+/)
    .map((one) => one.trim())
    .filter((one) => {
      const key = folded(one);
      if (!key || known.has(key)) return false;
      known.add(key);
      return true;
    });
}
