// Builds into a temporary folder and compares: is the embedded page what the sources make?
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundle, embedded } from './build.mjs';

const fresh = await mkdtemp(path.join(os.tmpdir(), 'halflit-page-'));
try {
  await bundle(fresh);
  const names = [...new Set([...(await readdir(fresh)), ...(await readdir(embedded))])].sort();
  const read = (folder, name) => readFile(path.join(folder, name)).catch(() => Buffer.from('(not there)'));
  const stale = [];
  for (const name of names) {
    if (!(await read(fresh, name)).equals(await read(embedded, name))) stale.push(name);
  }
  if (stale.length) {
    console.error(`not what the sources make: ${stale.join(', ')}; run npm run build and commit the result`);
    process.exitCode = 1;
  } else {
    console.log(`${names.length} embedded files are what the sources make`);
  }
} finally {
  await rm(fresh, { recursive: true, force: true });
}
