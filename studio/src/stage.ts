// Where the studio stands: in a window of its own, or in a cell of a notebook beside others.

export interface Stage {
  /** Around everything. Its data attributes say how things are, to styles and to tests. */
  readonly root: HTMLElement;
  /** Whose keys are the studio's: all of a window, or those of a cell that has the focus. */
  readonly keys: EventTarget;
  /** Where elements are looked for by id, and which of them has the focus. */
  readonly tree: Document | ShadowRoot;
  /** Where tests find what they may ask. */
  readonly asked: object;
}

let own: Stage | null = null;

export const stage = (): Stage =>
  (own ??= { root: document.documentElement, keys: window, tree: document, asked: window });

/** To be said before anything is drawn. */
export function standOn(other: Stage): void {
  own = other;
}

export const inNotebook = (): boolean => stage().tree !== document;

/** An element gives the focus up, if it has it. A cell keeps it, or its next key would be the notebook's. */
export function release(element: HTMLElement): void {
  if (!inNotebook()) element.blur();
  else if (stage().tree.activeElement === element) stage().root.focus({ preventScroll: true });
}
