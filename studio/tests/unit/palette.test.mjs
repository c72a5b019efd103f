// A class looks on the map as it does in the report: compared with the Rust sources.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { load, repository } from './load.mjs';

const report = path.join(repository, 'crates/halflit-report/src');
const source = await readFile(path.join(report, 'palette.rs'), 'utf8');
const shapeSource = await readFile(path.join(report, 'palette/shape.rs'), 'utf8');
const colors = await load('palette/colors.ts');
const { SHAPES } = await load('palette/shapes.ts');

function listed(name) {
  const body = new RegExp(`const ${name}\\b[^=]*=\\s*\\[([^\\]]*)\\]`).exec(source)?.[1] ?? '';
  return [...body.matchAll(/0x([0-9A-F]{6})/g)].map(([, hex]) => `#${hex}`);
}

test('colours are those of the report', () => {
  assert.equal(listed('COLORS').length, 20);
  assert.deepEqual(colors.COLORS, listed('COLORS'));
  assert.deepEqual(colors.COLORS_ON_DARK, listed('COLORS_ON_DARK'));
  assert.deepEqual(colors.HEAT, listed('STOPS'));
  assert.equal(colors.NEUTRAL, `#${/NEUTRAL: Color = Color::new\(0x(\w+)\)/.exec(source)?.[1]}`);
});

test('which shape a class has is said alike', () => {
  assert.match(source, /SHAPES\[\(class \+ class \/ count\) % 8\]/);
  const names = [...shapeSource.matchAll(/^ {4}Shape::(\w+),$/gm)].map(([, name]) => name);
  assert.deepEqual(
    SHAPES.map((shape) => shape.name),
    names,
  );
  const looks = new Set(Array.from({ length: 160 }, (_, k) => `${k % 20}/${colors.shapeIndex(k)}`));
  assert.equal(looks.size, 160);
});

test('shapes are as large as in the report', () => {
  const furthest = (shape) => Math.max(...shape.corners.map(([x, y]) => Math.hypot(x, y)));
  for (const [, name, radius] of shapeSource.matchAll(/Self::(\w+) => regular\(\d, ([\d.]+),/g)) {
    const shape = SHAPES.find((one) => one.name === name);
    assert.ok(Math.abs(furthest(shape) - Number(radius)) < 1e-12, name);
  }
  assert.match(shapeSource, /Self::Plus => plus\(1\.25, 0\.45\)/);
  assert.match(shapeSource, /regular\(5, 1\.5, -90\.0\), regular\(5, 0\.65, -54\.0\)/);
});

test('a heat map grows lighter', () => {
  const light = (share) => Number(/rgb\(\d+ (\d+)/.exec(colors.heat(share).color)[1]);
  for (let k = 1; k <= 20; k++) assert.ok(light(k / 20) >= light((k - 1) / 20));
  assert.equal(colors.heat(-1).color, colors.heat(0).color);
  assert.ok(colors.heat(0).dark && !colors.heat(1).dark);
});
