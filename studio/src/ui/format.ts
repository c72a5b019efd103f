// Numbers in words and figures.

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Four digits that matter. */
export function figure(value: number | string | null): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return value.toLocaleString('en');
  const size = Math.abs(value);
  return size >= 1e6 || size < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** "9 of 10 rows kept apart are right: 90 %, 60–98 %". */
export function accuracyWords(one: {
  right: number;
  of: number;
  value: number;
  low: number;
  high: number;
}): string {
  const [low, high] = [Math.round(100 * one.low), Math.round(100 * one.high)];
  const rows = one.of === 1 ? 'row kept apart is' : 'rows kept apart are';
  return `${one.right} of ${one.of} ${rows} right: ${percent(one.value)}, ${low}–${high} %`;
}
