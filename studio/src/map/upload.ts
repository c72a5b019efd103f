// Takes what changed in the points to the graphics card.
import { points, type Watcher } from '../state/points';
import type { Motion } from './motion';
import { frontRows, type Renderer } from './renderer';

/** `placed` is called when there are new positions; first: the first ones. */
export function uploader(
  renderer: Renderer,
  motion: Motion,
  placed: (first: boolean) => void,
  changed: () => void,
): Watcher {
  const { buffers } = renderer;

  /** True where there were no buffers for so many rows. */
  function resized(): boolean {
    if (buffers.n === points.n) return false;
    buffers.resize(points.n);
    buffers.write('predicted', points.predicted);
    buffers.write('sure', points.sure);
    return true;
  }

  const watcher: Watcher = {
    positions() {
      if (resized()) watcher.labels(null);
      const first = !buffers.placed;
      motion.start({ x: points.x, y: points.y }, first);
      buffers.write('fromX', motion.from.x);
      buffers.write('fromY', motion.from.y);
      buffers.write('toX', motion.to.x);
      buffers.write('toY', motion.to.y);
      buffers.placed = true;
      placed(first);
    },
    predictions() {
      resized();
      buffers.write('predicted', points.predicted);
      buffers.write('sure', points.sure);
      changed();
    },
    values() {
      resized();
      if (points.value.length === points.n) buffers.write('value', points.value);
      changed();
    },
    labels(rows) {
      const all = resized() || rows === null;
      for (const name of ['label', 'mark'] as const) {
        if (all) buffers.write(name, points[name]);
        else buffers.writeRows(name, points[name], rows ?? []);
      }
      buffers.writeFront(frontRows(points.label, points.mark));
      changed();
    },
  };
  return watcher;
}
