// A session without mathematics: clusters stand in for a model.
import { makeRows, place, random, textOf } from './data.mjs';

export const NONE = 65535;
const METHODS = [
  {
    name: 'auto',
    about: 'Weighs several views of the rows by the labels left out.',
    gamma: false,
    alpha: false,
  },
  {
    name: 'ss-lfda',
    about: 'Local Fisher analysis with neighbours of unlabeled rows.',
    gamma: true,
    alpha: true,
  },
  { name: 'lda', about: 'Labels alone.', gamma: false, alpha: false, votes: false },
];

export class Session {
  constructor(n) {
    this.rows = makeRows(n);
    this.version = 1;
    this.classes = [];
    this.keys = {};
    this.label = new Uint16Array(n).fill(NONE);
    this.mark = new Uint8Array(n);
    this.changed = [];
    this.history = [];
    this.future = [];
    this.settings = { method: 'auto', gamma: null, alpha: null, dimension: null, votes: null };
    this.working = null;
    this.learning = [];
    this.map = { version: 0 };
    this.fit();
  }

  labeled() {
    return this.label.reduce((sum, one) => sum + (one !== NONE), 0);
  }

  fit() {
    const { rows } = this;
    const labels = this.labeled();
    const [predicted, sure] = [new Uint16Array(rows.n).fill(NONE), new Uint8Array(rows.n)];
    const leaders = new Array(rows.clusters).fill(NONE);
    this.label.forEach((one, row) => {
      if (one !== NONE) leaders[rows.truth[row]] = one;
    });
    const { x, y } = place(rows, labels);
    const some = leaders.find((one) => one !== NONE) ?? NONE;
    for (let row = 0; row < rows.n; row++) {
      const angle = (2 * Math.PI * rows.truth[row]) / rows.clusters;
      const distance = Math.hypot(rows.x[row] - 0.5 * Math.cos(angle), rows.y[row] - 0.4 * Math.sin(angle));
      predicted[row] = leaders[rows.truth[row]] === NONE ? some : leaders[rows.truth[row]];
      sure[row] = Math.round(
        255 * Math.exp(-4 * distance * distance) * (leaders[rows.truth[row]] === NONE ? 0.2 : 1),
      );
    }
    this.map = { version: this.map.version + 1, x, y, predicted, sure };
    this.suggest();
    this.measure(labels);
  }

  suggest() {
    const draw = random(this.version * 31 + 5);
    const free = () => {
      for (;;) {
        const row = Math.floor(draw() * this.rows.n);
        if (this.label[row] === NONE && !this.mark[row]) return row;
      }
    };
    this.suggestions = Array.from({ length: 10 }, (_, k) => ({
      row: free(),
      why: k % 5 === 4 ? 'drawn at random' : `typical of the ${100 + Math.floor(draw() * 99)} rows around it`,
      check: k % 5 === 4,
    }));
  }

  measure(labels) {
    const of = Math.floor(labels / 3);
    this.accuracy = null;
    if (!of) return;
    const value = 1 - 0.6 * Math.exp(-labels / 10);
    const half = 1 / Math.sqrt(of + 3);
    const right = Math.round(value * of);
    this.accuracy = {
      right,
      of,
      value: right / of,
      low: Math.max(0, value - half),
      high: Math.min(1, value + half / 3),
    };
    const { low, high } = this.accuracy;
    this.learning.push({ labels, accuracy: right / of, low, high, checks: of });
  }

  counts(index) {
    const counted = { learning: 0, check: 0 };
    this.label.forEach((one, row) => {
      if (one === index) counted[this.mark[row] & 1 ? 'check' : 'learning'] += 1;
    });
    return counted;
  }

  /** A key that no other class has: digits first, then a letter of its name. */
  keyOf(name) {
    if (this.keys[name] !== undefined) return this.keys[name];
    const taken = new Set(Object.values(this.keys));
    const wanted = [
      ...'123456789',
      ...name.toLowerCase().replace(/[^a-z]/g, ''),
      ...'abcdefghijklmnopqrstuvwxyz',
    ];
    this.keys[name] = wanted.find((key) => !taken.has(key)) ?? null;
    return this.keys[name];
  }

  state() {
    const labels = this.labeled();
    const doubtful = [...this.label.keys()].filter(
      (row) => this.label[row] !== NONE && this.map.predicted[row] !== this.label[row],
    );
    const c = this.classes.length;
    return {
      version: this.version,
      data: { name: 'mock.csv', rows: this.rows.n, columns: 64, id: null, text: 'text', image: null },
      exports: ['labels.csv', 'labels.parquet', 'map.csv', 'model.halflit', 'report.html', 'commands'],
      journal: 'mock.csv.labels.jsonl',
      classes: this.classes.map((name, k) => ({ name, key: this.keyOf(name), ...this.counts(k) })),
      labeled: labels,
      skipped: this.mark.reduce((sum, one) => sum + (one >> 1), 0),
      undo: this.history.at(-1)?.words ?? null,
      redo: this.future.at(-1)?.words ?? null,
      settings: this.settings,
      methods: METHODS,
      working: this.working,
      suggestions: this.suggestions,
      problem: null,
      fit: {
        version: this.map.version,
        labels,
        seconds: 0.18,
        predicts: c > 1,
        picture: { settled: true, kept: 0.61, trustworthiness: 0.981 },
        method: this.settings.method,
        settings: [
          ['dimension', '9'],
          ['ridge', '0.03'],
        ],
        line: labels
          ? `${labels * 7} predictions changed`
          : 'Grey: no labels yet. Start with the numbered rows.',
        axes: [1, 2].map((axis) => ({
          title: `axis ${axis}`,
          features: Array.from({ length: 8 }, (_, k) => ({
            name: `pixel_${axis * 7 + k}`,
            weight: 0.5 * Math.cos(axis + 2 * k) * 0.85 ** k,
          })),
        })),
        learning: this.learning,
        accuracy: this.accuracy,
        left_out:
          labels > 3
            ? { right: labels - 1, of: labels, raw: labels - 3, common: Math.ceil(labels / 3) }
            : null,
        confusion:
          this.accuracy && c
            ? {
                of: 'check rows',
                counts: Array.from({ length: c }, (_, a) =>
                  Array.from({ length: c }, (_, b) => (a === b ? 4 : (a + 2 * b) % 3 === 0 ? 1 : 0)),
                ),
              }
            : null,
        doubtful: doubtful
          .slice(0, 20)
          .map((row) => ({ row, label: this.label[row], predicted: this.map.predicted[row], sure: 0.97 })),
      },
    };
  }

  detail(row) {
    const label = this.label[row];
    const predicted = this.map.predicted[row];
    const share = this.map.sure[row] / 255;
    const check = Boolean(this.mark[row] & 1) || this.suggestions.some((one) => one.row === row && one.check);
    const hidden = predicted === NONE || (check && label === NONE);
    return {
      row,
      id: null,
      text: textOf(this.rows, row),
      image: null,
      features: Array.from({ length: 10 }, (_, k) => ({
        name: `pixel_${k}`,
        value: Math.sin(row * (k + 1)) * 3,
      })),
      label: label === NONE ? null : label,
      predicted: hidden ? null : predicted,
      shares: hidden
        ? null
        : [
            [predicted, share],
            ...(this.classes.length > 1 ? [[(predicted + 1) % this.classes.length, 1 - share]] : []),
          ],
      check,
    };
  }
}
