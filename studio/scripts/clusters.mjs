// Rows in clusters as an NPY file, block by block: it may be larger than a program should hold.
import { open } from 'node:fs/promises';
import os from 'node:os';
import { random } from '../mock/data.mjs';

export const CLUSTERS = 30;
export const CLASSES = 10;
const APART = 0.5; // spread of the centres, where rows have 1 around them
const BLOCK = 1000;

/** Magic, version 1.0, and a description that ends at a multiple of 64 bytes. */
function header(rows, columns) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const padded = text.padEnd(64 * Math.ceil((10 + text.length + 1) / 64) - 11) + '\n';
  const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 0, 0]);
  start.writeUInt16LE(padded.length, 8);
  return Buffer.concat([start, Buffer.from(padded, 'latin1')]);
}

/** Writes the file; returns the class of every row. Every class has several clusters. */
export async function writeClusters(file, rows, columns, signal) {
  const draw = random(17);
  const normal = () => Math.sqrt(-2 * Math.log(draw() + 1e-12)) * Math.cos(2 * Math.PI * draw());
  const centres = Float32Array.from({ length: CLUSTERS * columns }, () => APART * normal());
  const classes = new Uint8Array(rows);
  const out = await open(file, 'w');
  try {
    await out.write(header(rows, columns));
    for (let first = 0; first < rows; first += BLOCK) {
      signal?.throwIfAborted();
      const count = Math.min(BLOCK, rows - first);
      const block = new Float32Array(count * columns);
      for (let row = 0; row < count; row++) {
        const cluster = Math.floor(draw() * CLUSTERS);
        classes[first + row] = cluster % CLASSES;
        for (let column = 0; column < columns; column++) {
          block[row * columns + column] = centres[cluster * columns + column] + normal();
        }
      }
      const bytes = Buffer.from(block.buffer);
      await out.write(os.endianness() === 'LE' ? bytes : bytes.swap32());
    }
  } finally {
    await out.close();
  }
  return classes;
}
