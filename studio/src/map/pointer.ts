// Mouse, pen and wheel on the map: pan, zoom, hover, pin, lasso.
import { select } from '../state/actions';
import { points } from '../state/points';
import { goTo } from '../state/queue';
import { hovered, lassoing, panelOpen, selection, tab } from '../state/store';
import { enclosed } from './lasso';
import type { Plot } from './plot';

const CLICK = 4; // pixels: less is no drag

export function followPointer(canvas: HTMLCanvasElement, plot: Plot): void {
  let last: [number, number] | null = null;
  let travelled = 0;
  let drawing = false;
  let looking = 0;

  const at = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    last = at(event);
    travelled = 0;
    drawing = lassoing.value || event.shiftKey;
    if (drawing) plot.lasso = [last];
    hovered.value = null;
  });

  canvas.addEventListener('pointermove', (event) => {
    const here = at(event);
    if (!last) {
      cancelAnimationFrame(looking);
      looking = requestAnimationFrame(() => (hovered.value = plot.rowAt(...here)));
      return;
    }
    const [dx, dy] = [here[0] - last[0], here[1] - last[1]];
    travelled += Math.abs(dx) + Math.abs(dy);
    last = here;
    if (drawing) {
      plot.lasso.push(here);
      plot.drawMarks();
    } else {
      plot.camera.pan(dx, dy);
      plot.hurry();
    }
  });

  const finish = (event: PointerEvent, kept: boolean) => {
    if (!last) return;
    last = null;
    const line = plot.lasso.map(([px, py]) => plot.camera.toMap(px, py));
    plot.lasso = [];
    plot.draw();
    if (!kept) return;
    if (travelled < CLICK) {
      const row = plot.rowAt(...at(event));
      if (row !== null) {
        goTo(row);
        if (panelOpen.value) tab.value = 'label';
      }
    } else if (drawing && line.length > 2) {
      // A second line adds to the first; Esc clears.
      select(enclosed(line, points.x, points.y, selection.value));
      lassoing.value = false;
    }
  };
  canvas.addEventListener('pointerup', (event) => finish(event, true));
  canvas.addEventListener('pointercancel', (event) => finish(event, false));
  canvas.addEventListener('pointerleave', () => {
    cancelAnimationFrame(looking);
    hovered.value = null;
  });
  canvas.addEventListener('dblclick', () => plot.fit());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      // Lines and pages of some mice, in pixels.
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      plot.camera.zoom(Math.exp(-Math.min(Math.max(event.deltaY * unit, -240), 240) * speed), ...at(event));
      plot.hurry();
    },
    { passive: false },
  );
}
