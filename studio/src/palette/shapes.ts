// The shapes of markers, as in crates/halflit-report/src/palette/shape.rs.
// tests/unit/palette.test.mjs compares names and radii with that file.

export type Corner = [x: number, y: number];
export interface Shape {
  name: string;
  /** Around the origin, for a marker of radius about 1 (y grows downwards); none for a circle. */
  corners: Corner[];
}

function regular(corners: number, radius: number, firstDegrees: number): Corner[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((firstDegrees + (360 * i) / corners) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function star(): Corner[] {
  const [tips, dents] = [regular(5, 1.5, -90), regular(5, 0.65, -54)];
  return tips.flatMap((tip, i) => [tip, dents[i]]);
}

/** From the length of an arm and half of its thickness. */
function plus(arm: number, half: number): Corner[] {
  let quarter: Corner[] = [
    [half, -arm],
    [half, -half],
    [arm, -half],
  ];
  const corners: Corner[] = [];
  for (let times = 0; times < 4; times++) {
    corners.push(...quarter);
    quarter = quarter.map(([x, y]) => [-y, x]);
  }
  return corners;
}

export const SHAPES: Shape[] = [
  { name: 'Circle', corners: [] },
  { name: 'Square', corners: regular(4, 1.22, 45) },
  { name: 'Triangle', corners: regular(3, 1.35, -90) },
  { name: 'Diamond', corners: regular(4, 1.32, -90) },
  { name: 'TriangleDown', corners: regular(3, 1.35, 90) },
  { name: 'Plus', corners: plus(1.25, 0.45) },
  { name: 'Star', corners: star() },
  { name: 'Hexagon', corners: regular(6, 1.12, 0) },
];

/** Puts the outline of a marker of that radius around (x, y) into a path. */
export function trace(path: CanvasPath, shape: Shape, x: number, y: number, radius: number): void {
  if (!shape.corners.length) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  shape.corners.forEach(([across, down], i) => {
    if (i) path.lineTo(x + radius * across, y + radius * down);
    else path.moveTo(x + radius * across, y + radius * down);
  });
  path.closePath();
}
