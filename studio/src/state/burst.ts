// A letter that labels, and a letter that begins a name, look alike until the next one comes. A label by a letter is therefore held back
// for a moment; a second, other letter within it is typing, for nobody reads a row so fast.

export const MOMENT = 450; // milliseconds

interface Held {
  letter: string;
  decide: (send: boolean) => void;
}
let held: Held | null = null;

/** Whether the label is to be sent: told after a moment, or sooner where something else is done. */
export function hold(letter: string): Promise<boolean> {
  release();
  return new Promise((resolve) => {
    const timer = setTimeout(() => own.decide(true), MOMENT);
    const own: Held = {
      letter,
      decide(send) {
        clearTimeout(timer);
        if (held === own) held = null;
        resolve(send);
      },
    };
    held = own;
  });
}

export function release(): void {
  held?.decide(true);
}

/** The letters typed so far where this one shows that the last was no label but the begin of a name; null: it was a label. */
export function typedOn(letter: string): string | null {
  if (!held || held.letter === letter) return null;
  const both = held.letter + letter;
  held.decide(false);
  return both;
}
