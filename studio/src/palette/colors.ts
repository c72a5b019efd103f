// How a class looks: the colours of crates/halflit-report/src/palette.rs, number for number.
// tests/unit/palette.test.mjs reads that file and compares.
import { SHAPES, type Shape } from './shapes';

/** No class. */
export const NONE = 65535;

/** Okabe and Ito's eight colours, the palest last, and twelve more for many classes. */
export const COLORS = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#000000',
  '#F0E442',
  '#7B3FA0',
  '#8DB600',
  '#8B0000',
  '#00B5B8',
  '#E0218A',
  '#7A4A1E',
  '#1B1F8A',
  '#F2A6A0',
  '#0B4F3A',
  '#B9A5E8',
  '#6B6B00',
  '#9FE2BF',
];

/** The same on a dark ground. */
export const COLORS_ON_DARK = [
  '#2F8FD8',
  '#E69F00',
  '#1FB88A',
  '#D68BB6',
  '#9AD5F7',
  '#E8702A',
  '#F2F2F2',
  '#F0E442',
  '#B07CD8',
  '#A6D32F',
  '#FF6B6B',
  '#35D6D9',
  '#F24FA8',
  '#C08A55',
  '#7C83FF',
  '#F7B8B3',
  '#4FA37F',
  '#CFC0F5',
  '#B5B53A',
  '#BDF0D6',
];

/** Rows without a class. */
export const NEUTRAL = '#8A8A8A';

/** Cividis: dark blue to yellow, even steps for every eye. */
export const HEAT = [
  '#00224E',
  '#123570',
  '#3B496C',
  '#575D6D',
  '#707173',
  '#8A8678',
  '#A59C74',
  '#C3B369',
  '#FEE838',
];

/** Which of the eight shapes a class has: pairs of colour and shape differ among the first 160. */
export const shapeIndex = (label: number): number => (label + Math.floor(label / COLORS.length)) % 8;

export const shapeOf = (label: number): Shape => SHAPES[shapeIndex(label)];

export const colorOf = (label: number, dark: boolean): string =>
  (dark ? COLORS_ON_DARK : COLORS)[label % COLORS.length];

/** Red, green and blue, each from 0 to 1. */
export function parts(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** A heat map's colour for a share in 0 … 1, and whether white text reads better on it. */
export function heat(share: number): { color: string; dark: boolean } {
  const position = Math.min(Math.max(share, 0), 1) * (HEAT.length - 1);
  const below = Math.min(Math.floor(position), HEAT.length - 2);
  const [from, to] = [parts(HEAT[below]), parts(HEAT[below + 1])];
  const mixed = from.map((one, k) => Math.round(255 * (one + (to[k] - one) * (position - below))));
  const light = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2];
  return { color: `rgb(${mixed.join(' ')})`, dark: light < 118 };
}
