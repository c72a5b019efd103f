// What lies over the points, few marks on a plain canvas: suggestions, names, the row asked about, the lasso.
import type { Suggestion } from '../api/types';
import { ROOMY } from './camera';
import type { Line } from './lasso';

export interface Marks {
  ratio: number;
  width: number;
  height: number;
  ink: string;
  paper: string;
  accent: string;
  suggestions: Suggestion[];
  /** Other rows are looked at now: suggestions step back. */
  quiet: boolean;
  target: number | null;
  hovered: number | null;
  names: { text: string; x: number; y: number; soft?: boolean }[];
  lasso: Line;
  pixel(row: number): [number, number];
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
type Pen = CanvasRenderingContext2D;

function circle(pen: Pen, [x, y]: [number, number], radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

const NEXT = 5; // suggestions that a small window shows
const INSET = 16;
const BELOW = 34; // the line at the bottom of the map

/** Where a row is marked: at its place, or at the edge of the window in its direction. */
function held(marks: Marks, row: number): { x: number; y: number; away: number | null } {
  const [px, py] = marks.pixel(row);
  const x = Math.min(Math.max(px, INSET), marks.width - INSET);
  const y = Math.min(Math.max(py, INSET), marks.height - INSET - BELOW);
  const far = Math.hypot(px - x, py - y) > INSET;
  return far ? { x, y, away: Math.atan2(py - y, px - x) } : { x: px, y: py, away: null };
}

/** A tip that points to what lies outside of the window. */
function drawArrow(pen: Pen, x: number, y: number, angle: number, color: string): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.beginPath();
  pen.moveTo(15, 0);
  pen.lineTo(7, -6);
  pen.lineTo(7, 6);
  pen.closePath();
  pen.fillStyle = color;
  pen.fill();
  pen.restore();
}

function drawSuggestions(pen: Pen, marks: Marks): void {
  pen.font = `600 10px ${FONT}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const all = marks.suggestions.map((one, k) => ({ ...one, k, asked: one.row === marks.target }));
  const roomy = Math.min(marks.width, marks.height) >= ROOMY;
  const numbered = all.filter((one) => roomy || one.asked || one.k < NEXT);
  // The one that is asked about comes last, over the others.
  numbered.sort((a, b) => Number(a.asked) - Number(b.asked));
  numbered.forEach(({ k, asked, ...one }) => {
    const { x, y, away } = held(marks, one.row);
    pen.globalAlpha = asked ? 1 : marks.quiet ? 0.25 : 0.8;
    if (away !== null) {
      drawArrow(pen, x, y, away, asked ? marks.accent : marks.ink);
      if (!asked) return;
    }
    // Paper below the halo: it is seen on any colour.
    circle(pen, [x, y], asked ? 12 : 9);
    pen.strokeStyle = marks.paper;
    pen.lineWidth = asked ? 5 : 3.5;
    pen.stroke();
    pen.strokeStyle = asked ? marks.accent : marks.ink;
    pen.lineWidth = asked ? 2.5 : 1.25;
    // A dashed halo says: kept apart to measure accuracy.
    pen.setLineDash(one.check ? [3, 3] : []);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = asked ? marks.accent : marks.paper;
    circle(pen, [x + 11, y - 11], 7.5);
    pen.fill();
    pen.lineWidth = 1;
    pen.stroke();
    pen.fillStyle = asked ? marks.paper : marks.ink;
    pen.fillText(String(k + 1), x + 11, y - 10.5);
  });
  pen.globalAlpha = 1;
}

/** The row asked about, where it is none of the suggestions, and the one under the pointer. */
function drawRings(pen: Pen, marks: Marks): void {
  const { target, hovered } = marks;
  if (target !== null && !marks.suggestions.some((one) => one.row === target)) {
    pen.strokeStyle = marks.accent;
    pen.lineWidth = 2.5;
    const { x, y, away } = held(marks, target);
    circle(pen, [x, y], 12);
    pen.stroke();
    if (away !== null) drawArrow(pen, x, y, away, marks.accent);
  }
  if (hovered !== null && hovered !== target) {
    pen.strokeStyle = marks.ink;
    pen.lineWidth = 1.5;
    circle(pen, marks.pixel(hovered), 9);
    pen.stroke();
  }
}

/** Where names may go when their place is taken, in pixels down. */
const NUDGES = [0, -20, 20, -40, 40, -55, 55];
const LONGEST = 26;

/** Names of classes, the first ones first; clear of suggestions and of each other, or left out. */
function drawNames(pen: Pen, marks: Marks): void {
  pen.font = `600 13px ${FONT}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  const taken = marks.suggestions.map(({ row }) => {
    const [x, y] = marks.pixel(row);
    return { left: x - 12, right: x + 19, top: y - 19, bottom: y + 12 };
  });
  const outside = (x: number, y: number) => x < 0 || y < 0 || x > marks.width || y > marks.height;
  for (const { text, x: middle, y, soft } of marks.names) {
    pen.font = `${soft ? 'italic 500 12px' : '600 13px'} ${FONT}`;
    if (outside(middle, y)) continue;
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
    const half = pen.measureText(short).width / 2 + 3;
    // A name at the edge is moved inwards; one outside of the window stays there.
    const inward = Math.min(Math.max(middle, half), marks.width - half);
    const x = Math.abs(inward - middle) < half ? inward : middle;
    const free = (down: number) =>
      !taken.some(
        (one) =>
          x - half < one.right && x + half > one.left && y + down - 8 < one.bottom && y + down + 8 > one.top,
      );
    const down = NUDGES.find(free);
    if (down === undefined) continue;
    taken.push({ left: x - half, right: x + half, top: y + down - 8, bottom: y + down + 8 });
    pen.strokeStyle = marks.paper;
    pen.globalAlpha = 0.85;
    pen.lineWidth = 4;
    pen.strokeText(short, x, y + down);
    pen.globalAlpha = 1;
    pen.fillStyle = marks.ink;
    pen.fillText(short, x, y + down);
  }
}

function drawLasso(pen: Pen, { lasso, accent }: Marks): void {
  if (lasso.length < 2) return;
  pen.beginPath();
  lasso.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.globalAlpha = 0.12;
  pen.fillStyle = accent;
  pen.fill('evenodd');
  pen.globalAlpha = 1;
  pen.strokeStyle = accent;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 4]);
  pen.stroke();
  pen.setLineDash([]);
}

export function drawOverlay(canvas: HTMLCanvasElement, marks: Marks): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.setTransform(marks.ratio, 0, 0, marks.ratio, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  drawNames(pen, marks);
  drawSuggestions(pen, marks);
  drawRings(pen, marks);
  drawLasso(pen, marks);
}
