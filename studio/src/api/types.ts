// What the server says: its JSON, field for field.

export interface ClassInfo {
  name: string;
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
  journal: string;
  classes: ClassInfo[];
  labeled: number;
  skipped: number;
  undo: string | null;
  redo: string | null;
  settings: Settings;
  methods: Method[];
  working: { stage: string; share: number | null } | null;
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
  | { do: 'unlabel' | 'skip'; rows: number[] }
  | { do: 'class'; name: string }
  | { do: 'rename'; class: string; to: string }
  | { do: 'merge'; class: string; into: string }
  | { do: 'undo' | 'redo' }
  | ({ do: 'settings' } & Settings);
