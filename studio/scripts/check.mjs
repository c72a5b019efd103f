// Builds into a temporary folder and compares: are the embedded page and the widget what the sources make?
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundle, bundleWidget, embedded, packed } from './build.mjs';

/** The names of files that differ, and how many there are. */
async function stale(make, committed) {
  const fresh = await mkdtemp(path.join(os.tmpdir(), 'halflit-page-'));
  try {
    await make(fresh);
    const names = [...new Set([...(await readdir(fresh)), ...(await readdir(committed))])].sort();
    const read = (folder, name) => readFile(path.join(folder, name)).catch(() => Buffer.from('(not there)'));
    const differ = [];
    for (const name of names) {
      if (!(await read(fresh, name)).equals(await read(committed, name))) differ.push(name);
    }
    return [differ, names.length];
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const [page, files] = await stale(bundle, embedded);
const [widget, more] = await stale(bundleWidget, packed);
const differ = [...page, ...widget];
if (differ.length) {
  console.error(`not what the sources make: ${differ.join(', ')}; run npm run build and commit the result`);
  process.exitCode = 1;
} else {
  console.log(`${files + more} embedded files are what the sources make`);
}
