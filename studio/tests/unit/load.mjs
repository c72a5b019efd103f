// Imports a TypeScript module of the page.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const studio = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export async function load(file) {
  const { outputFiles } = await build({
    absWorkingDir: studio,
    entryPoints: [path.join('src', file)],
    bundle: true,
    write: false,
    format: 'esm',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

export const repository = path.join(studio, '..');
