// What the server says: its JSON, field for field.

export interface ClassInfo {
  name: string;
  /** The key that labels with it. */
  key: string | null;
  /** Labeled rows that the model learns from. */
  learning: number;
  /** Labeled rows that are kept apart to measure accuracy. */
  check: number;
}

export interface Settings {
  method: string;
  gamma: number | null;
  alpha: number | null;
  dimension: number | null;
  votes: number | null;
}

export interface Method {
  name: string;
  about: string;
  /** Whether γ, α and votes mean something to it. */
  gamma: boolean;
  alpha: boolean;
  votes: boolean;
}

export interface Suggestion {
  row: number;
  why: string;
  check: boolean;
}

export interface Problem {
  what: string;
  help: string;
}

export interface Axis {
  title: string;
  features: { name: string; weight: number }[];
}

/** A part of the map, and the words that its texts have more often than others. */
export interface Region {
  words: string;
  x: number;
  y: number;
}

export interface LearningPoint {
  labels: number;
  accuracy: number;
  low: number;
  high: number;
  checks: number;
}

export interface Fit {
  version: number;
  labels: number;
  seconds: number;
  method: string;
  settings: [string, string][];
  line: string;
  /** What someone should know before trusting the predictions. */
  cautions: string[];
  /** Whether it predicts: labels of two classes are there. */
  predicts: boolean;
  /** The picture, where there is one beside the axes. */
  picture?: { settled: boolean; kept: number | null; trustworthiness: number | null } | null;
  axes: Axis[];
  learning: LearningPoint[];
  accuracy: { right: number; of: number; value: number; low: number; high: number } | null;
  left_out: { right: number; of: number; raw: number; common: number } | null;
  confusion: { of: string; counts: number[][] } | null;
  doubtful: { row: number; label: number; predicted: number; sure: number }[];
}

export interface State {
  version: number;
  data: {
    name: string;
    rows: number;
    columns: number;
    id: string | null;
    text: string | null;
    image: string | null;
  };
  /** What can be taken home. */
  exports: string[];
  /** The file of labels; null where they are kept in memory. */
  journal: string | null;
  classes: ClassInfo[];
  labeled: number;
  skipped: number;
  undo: string | null;
  redo: string | null;
  settings: Settings;
  methods: Method[];
  working?: { stage: string; share: number | null } | null;
  fit: Fit | null;
  suggestions: Suggestion[];
  problem: Problem | null;
}

export interface RowDetail {
  row: number;
  id: string | null;
  text: string | null;
  image: string | null;
  features: { name: string; value: number | string | null }[];
  label: number | null;
  predicted: number | null;
  shares: [number, number][] | null;
  check: boolean;
}

export type Action =
  | { do: 'label'; rows: number[]; class: string }
  | { do: 'unlabel' | 'skip' | 'right'; rows: number[] }
  | { do: 'remove'; class: string }
  | { do: 'key'; class: string; key: string | null }
  | { do: 'class'; name: string }
  | { do: 'rename'; class: string; to: string }
  | { do: 'merge'; class: string; into: string }
  | { do: 'undo' | 'redo' }
  | ({ do: 'settings' } & Settings);
