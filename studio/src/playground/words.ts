// What the page and its worker tell each other.
import type { Answer, News, Question } from '../api/messages';
import type { Problem } from '../api/types';

/** What the columns of a table are for; all others are features. */
export interface Choice {
  label: string | null;
  id: string | null;
  text: string | null;
  drop: string[];
  missing: 'drop' | 'median' | null;
}

export interface Table {
  file: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** To the worker: one table is looked at and opened, then it answers questions. */
export type Order =
  | { order: 'columns'; table: Table }
  | { order: 'open'; table: Table; choice: Choice }
  | { order: 'example'; number: number }
  | { order: 'answer'; question: Question };

/** From the worker. */
export type Told =
  | { told: 'columns'; names: string[] }
  | { told: 'opened' }
  | { told: 'refused'; problem: Problem }
  | { told: 'message'; message: Answer | News; bytes: Uint8Array<ArrayBuffer> };
