// Which part of the map is seen: map coordinates to pixels of the page and back.
import { calm } from '../state/theme';
import { MOTION_MS, eased } from './motion';

export interface View {
  /** The point of the map in the middle of the window. */
  x: number;
  y: number;
  /** Pixels for one unit of the map. */
  scale: number;
}
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Pixels of the shorter side below which a window is a small one, such as that of a phone. */
export const ROOMY = 500;
const MARGIN = 36;
const EDGE = 12; // pixels that stay free around a map that is kept as it is
const ABOVE = 26; // the tools at its top
const BELOW = 40; // the line at the bottom of the map
const CLOSEST = 200; // times the fitted scale
const FARTHEST = 0.4;
/** By how much smaller than it could be a map that nobody moved may be drawn before it is fitted again. */
const LOOSE = 1.12;

export class Camera {
  view: View = { x: 0, y: 0, scale: 1 };
  width = 1;
  height = 1;
  /** Whether the whole map is in view because nobody chose otherwise. */
  whole = true;
  private fitted: View = { x: 0, y: 0, scale: 1 };
  private from: View | null = null;
  private to: View | null = null;
  private since = 0;

  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
  }

  /** The view in which a box fills the window. */
  around(box: Box): View {
    const across = Math.max(box.right - box.left, 1e-6);
    const up = Math.max(box.top - box.bottom, 1e-6);
    const scale = Math.min(
      Math.max(this.width - 2 * MARGIN, 50) / across,
      Math.max(this.height - 2 * MARGIN - ABOVE - BELOW, 50) / up,
    );
    const y = (box.bottom + box.top) / 2 + (ABOVE - BELOW) / 2 / scale;
    return { x: (box.left + box.right) / 2, y, scale };
  }

  fit(box: Box, moving: boolean): void {
    this.fitted = this.around(box);
    this.whole = true;
    this.go(this.fitted, moving);
  }

  /** Keeps the data in view with as little movement as that takes: not at all where they are, and fill the window. */
  follow(box: Box): void {
    const next = this.around(box);
    const aim = this.to ?? this.view;
    if (this.holds(box, aim) && next.scale < aim.scale * LOOSE) this.fitted = next;
    else this.fit(box, true);
  }

  /** Whether a view shows all of a box. */
  private holds(box: Box, { x, y, scale }: View): boolean {
    const [half, up] = [(this.width / 2 - EDGE) / scale, (this.height / 2 - EDGE) / scale];
    return (
      box.left >= x - half &&
      box.right <= x + half &&
      box.bottom >= y - up + BELOW / scale &&
      box.top <= y + up
    );
  }

  go(to: View, moving: boolean): void {
    if (!moving || calm.matches) {
      this.view = to;
      this.to = null;
      return;
    }
    this.from = { ...this.view };
    this.to = to;
    this.since = performance.now();
  }

  get moving(): boolean {
    return this.to !== null;
  }

  /** Moves on; true while there is more to come. */
  advance(now: number): boolean {
    if (!this.to || !this.from) return false;
    const t = eased((now - this.since) / MOTION_MS);
    const mix = (a: number, b: number) => a + (b - a) * t;
    this.view = {
      x: mix(this.from.x, this.to.x),
      y: mix(this.from.y, this.to.y),
      scale: Math.exp(mix(Math.log(this.from.scale), Math.log(this.to.scale))),
    };
    if (t >= 1) this.to = null;
    return this.to !== null;
  }

  pan(dx: number, dy: number): void {
    this.to = null;
    this.whole = false;
    this.view = {
      ...this.view,
      x: this.view.x - dx / this.view.scale,
      y: this.view.y + dy / this.view.scale,
    };
  }

  /** Zooms so that what is under a pixel stays under it. */
  zoom(factor: number, px: number, py: number): void {
    this.to = null;
    this.whole = false;
    const before = this.toMap(px, py);
    const [least, most] = [this.fitted.scale * FARTHEST, this.fitted.scale * CLOSEST];
    const scale = Math.min(Math.max(this.view.scale * factor, least), most);
    this.view = { ...this.view, scale };
    const after = this.toMap(px, py);
    this.view = {
      scale,
      x: this.view.x + before[0] - after[0],
      y: this.view.y + before[1] - after[1],
    };
  }

  /** How much closer than the whole map. */
  closeness(): number {
    return this.view.scale / this.fitted.scale;
  }

  toMap(px: number, py: number): [number, number] {
    const { x, y, scale } = this.view;
    return [x + (px - this.width / 2) / scale, y - (py - this.height / 2) / scale];
  }

  toPixel(x: number, y: number): [number, number] {
    const { view } = this;
    return [this.width / 2 + (x - view.x) * view.scale, this.height / 2 - (y - view.y) * view.scale];
  }
}
