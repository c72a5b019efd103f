// Which rows lie inside of a drawn line?

export type Line = [x: number, y: number][];

/** Even-odd rule: an edge counts where it crosses the ray to the right. */
export function inside(line: Line, x: number, y: number): boolean {
  let within = false;
  for (let k = 0, before = line.length - 1; k < line.length; before = k++) {
    const [ax, ay] = line[k];
    const [bx, by] = line[before];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/** Rows inside of the line, and those that were chosen before, in order of their numbers. */
export function enclosed(line: Line, x: Float32Array, y: Float32Array, before: Uint32Array): Uint32Array {
  const [across, up] = [line.map((one) => one[0]), line.map((one) => one[1])];
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [bottom, top] = [Math.min(...up), Math.max(...up)];
  const chosen = new Uint8Array(x.length);
  for (const row of before) chosen[row] = 1;
  let count = before.length;
  for (let row = 0; row < x.length; row++) {
    if (chosen[row] || x[row] < left || x[row] > right || y[row] < bottom || y[row] > top) continue;
    if (inside(line, x[row], y[row])) {
      chosen[row] = 1;
      count++;
    }
  }
  const rows = new Uint32Array(count);
  let k = 0;
  for (let row = 0; row < chosen.length; row++) if (chosen[row]) rows[k++] = row;
  return rows;
}
