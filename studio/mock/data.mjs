// Made-up rows in clusters; the same for the same seed.

export function random(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  'card',
  'refund',
  'lost',
  'transfer',
  'exchange',
  'rate',
  'pending',
  'cash',
  'limit',
  'top-up',
  'fee',
  'account',
];
export const TRUTH = ['card lost', 'refund', 'transfer pending', 'exchange rate', 'cash limit', 'top-up fee'];

export function makeRows(n, seed = 7) {
  const draw = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(draw() + 1e-12)) * Math.cos(2 * Math.PI * draw());
  const clusters = TRUTH.length;
  const truth = new Uint8Array(n);
  const [x, y] = [new Float32Array(n), new Float32Array(n)];
  for (let row = 0; row < n; row++) {
    const k = Math.floor(draw() * clusters);
    const angle = (2 * Math.PI * k) / clusters;
    truth[row] = k;
    x[row] = 0.5 * Math.cos(angle) + 0.17 * normal();
    y[row] = 0.4 * Math.sin(angle) + 0.17 * normal();
  }
  return { n, clusters, truth, x, y };
}

export function textOf(rows, row) {
  const draw = random(row * 7919 + 13);
  const words = Array.from({ length: 6 }, () => WORDS[Math.floor(draw() * WORDS.length)]);
  return `About my ${TRUTH[rows.truth[row]]}: ${words.join(' ')}, what should I do?`;
}

/** Clusters move apart with the number of labels; positions stay in [-1, 1]. */
export function place(rows, labels) {
  const apart = 1 + 0.5 * (1 - Math.exp(-labels / 8));
  const tight = 1 / apart;
  const [x, y] = [new Float32Array(rows.n), new Float32Array(rows.n)];
  const clamp = (value) => Math.min(Math.max(value, -1), 1);
  for (let row = 0; row < rows.n; row++) {
    const angle = (2 * Math.PI * rows.truth[row]) / rows.clusters;
    const [cx, cy] = [0.5 * Math.cos(angle), 0.4 * Math.sin(angle)];
    x[row] = clamp(cx * apart + (rows.x[row] - cx) * tight);
    y[row] = clamp(cy * apart + (rows.y[row] - cy) * tight);
  }
  return { x, y };
}
