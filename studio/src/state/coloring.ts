// What colours mean: classes, how sure the model is, or the values of a column.
import { signal } from '@preact/signals';
import { bytes } from '../api/client';
import { readColumn } from '../api/binary';
import { takeValues } from './points';
import { sayError } from './store';

export interface Coloring {
  by: 'class' | 'sureness' | 'column';
  /** Of the column. */
  name?: string;
  low?: number;
  high?: number;
}
export const coloring = signal<Coloring>({ by: 'class' });

const SAMPLE = 20_000;

/** Between which values colours change: a hundredth of the rows at either end is beyond them. */
function range(values: Float32Array): [number, number] {
  const stride = Math.max(1, Math.floor(values.length / SAMPLE));
  const some = values.filter((one, k) => k % stride === 0 && Number.isFinite(one)).sort();
  if (!some.length) return [0, 1];
  return [some[Math.floor(0.01 * (some.length - 1))], some[Math.ceil(0.99 * (some.length - 1))]];
}

/** 0 … 254, and 255 where there is no value. */
function shades(values: Float32Array, low: number, high: number): Uint8Array {
  const width = Math.max(high - low, 1e-30);
  return Uint8Array.from(values, (one) =>
    Number.isFinite(one) ? Math.round(254 * Math.min(Math.max((one - low) / width, 0), 1)) : 255,
  );
}

export async function colorByColumn(name: string): Promise<void> {
  try {
    const answer = await bytes(`/api/column?name=${encodeURIComponent(name)}`);
    if (!answer) return;
    const values = readColumn(answer);
    const [low, high] = range(values);
    takeValues(shades(values, low, high));
    coloring.value = { by: 'column', name, low, high };
  } catch (error) {
    sayError(error);
  }
}
