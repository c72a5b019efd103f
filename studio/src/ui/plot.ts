// The one map of the page, for keys and panels; and what tests may ask it.
import { batch, effect, signal } from '@preact/signals';
import type { Plot } from '../map/plot';
import { still, view } from '../state/listing';
import { mapVersion, points } from '../state/points';
import { pinned, selection } from '../state/store';
import { suggestion, target } from '../state/queue';
import { stage } from '../stage';

export const plot = signal<Plot | null>(null);
/** Goes up with each draw: cards on the map follow their rows. */
export const frame = signal(0);

const KEPT = 1000;

export function adopt(map: Plot, canvas: HTMLCanvasElement): void {
  const { dataset } = stage().root;
  const spent: number[] = [];
  map.whenDrawn = (milliseconds) => {
    spent.push(milliseconds);
    if (spent.length > KEPT) spent.shift();
    frame.value += 1;
    dataset.drawn = String(frame.value);
    dataset.mapVersion = String(points.x.length ? mapVersion.value : 0);
    dataset.moving = String(map.motion.underway || map.camera.moving);
  };
  map.whenResting = (box) =>
    batch(() => {
      view.value = box;
      still.value = true;
    });
  map.whenMoving = () => (still.value = false);
  plot.value = map;
  // Whoever steps through the queue sees the row that is asked about.
  effect(() => {
    const row = target.value;
    void mapVersion.value;
    if (row !== null && (pinned.value !== null || suggestion.value)) map.reveal(row);
  });
  Object.defineProperty(stage().asked, 'halflitStudio', {
    value: Object.freeze({
      rows: () => points.n,
      position: (row: number) => [points.x[row], points.y[row]],
      screen(row: number) {
        const box = canvas.getBoundingClientRect();
        const [x, y] = map.pixel(row);
        return { x: box.left + x, y: box.top + y };
      },
      label: (row: number) => points.label[row],
      predicted: (row: number) => points.predicted[row],
      target: () => target.value,
      selected: () => Array.from(selection.value),
      /** Milliseconds that the CPU was busy with each of the last draws. */
      spent: () => [...spent],
    }),
  });
}
