// The eight shapes as one picture that the graphics card samples.
import { SHAPES, trace } from '../palette/shapes';
import { REACH } from './shaders';

const TILE = 128;
const RIM = 0.3; // radii
const RING = 1.85;

export function drawAtlas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [TILE * SHAPES.length, TILE];
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = 'lighter';
  pen.lineJoin = 'round';
  const radius = TILE / 2 / REACH;
  SHAPES.forEach((shape, k) => {
    const [x, y] = [TILE * (k + 0.5), TILE / 2];
    const path = new Path2D();
    trace(path, shape, x, y, radius);
    pen.fillStyle = '#f00';
    pen.fill(path);
    // Fill and stroke overlap, and "lighter" saturates: together they are the marker with its rim.
    pen.fillStyle = pen.strokeStyle = '#0f0';
    pen.lineWidth = 2 * RIM * radius;
    pen.fill(path);
    pen.stroke(path);
    pen.strokeStyle = '#00f';
    pen.lineWidth = 0.22 * radius;
    pen.beginPath();
    pen.arc(x, y, RING * radius, 0, 2 * Math.PI);
    pen.stroke();
  });
  return canvas;
}
