// What a browser loads, compressed; fails above the limit.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { embedded } from './build.mjs';

const LIMIT = 150_000;
let total = 0;
for (const name of ['index.html', 'studio.js', 'studio.css']) {
  const size = gzipSync(await readFile(path.join(embedded, name)), { level: 9 }).length;
  total += size;
  console.log(`${name.padEnd(12)} ${String(size).padStart(7)} bytes gzip`);
}
console.log(`${'together'.padEnd(12)} ${String(total).padStart(7)} of ${LIMIT}`);
if (total > LIMIT) {
  console.error('the page is too large: see which package it was with esbuild --analyze');
  process.exitCode = 1;
}
