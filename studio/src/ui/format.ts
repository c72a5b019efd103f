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

interface Measured {
  right: number;
  of: number;
  low: number;
  high: number;
}

/** "77–100 %". */
export const interval = ({ low, high }: Pick<Measured, 'low' | 'high'>): string =>
  `${Math.round(100 * low)}–${Math.round(100 * high)} %`;

/** "Accuracy so far: 77–100 % (13 of 13 check rows right)". */
export const accuracyWords = (one: Measured): string =>
  `Accuracy so far: ${interval(one)} (${one.right} of ${one.of} check row${one.of === 1 ? '' : 's'} right)`;

/** A row by its id, where it has one. */
export const rowName = (row: number, detail: { id: string | null } | null): string =>
  detail?.id ?? `Row ${row}`;
