// Builds the page into the folder that the server embeds, or into the one given as an argument.
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const studio = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const embedded = path.join(studio, '../crates/halflit-studio/page');

// The licence of every package whose code is in the bundle, in the order of names.
async function licences(inputs) {
  const names = new Set();
  for (const input of Object.keys(inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  const texts = [];
  for (const name of [...names].sort()) {
    const folder = path.join(studio, 'node_modules', name);
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((one) => /^licen[cs]e(\.|$)/i.test(one));
    if (!file) throw new Error(`${name} has no licence file: look it up before it is bundled`);
    const text = await readFile(path.join(folder, file), 'utf8');
    texts.push(`${name} ${version}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`);
  }
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}

export async function bundle(folder) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: studio,
    entryPoints: { studio: 'src/main.tsx' },
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
  });
  const legal = await licences(metafile.inputs);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { path: file, text } of outputFiles) {
    // The licences travel inside the script too: the binary embeds nothing else of this folder.
    const ending = file.endsWith('.js') ? `/*! This page holds the following packages.\n\n${legal}*/\n` : '';
    await writeFile(path.join(folder, path.basename(file)), text + ending);
  }
  await writeFile(path.join(folder, 'LICENSES'), legal);
  await cp(path.join(studio, 'src/index.html'), path.join(folder, 'index.html'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(process.argv[2] ?? embedded);
