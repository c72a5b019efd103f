// Builds the page into the folder that the server embeds and the cell of a notebook into the Python package, or both into the folder
// given as an argument.
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const studio = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const embedded = path.join(studio, '../crates/halflit-studio/page');
export const packed = path.join(studio, '../crates/halflit-python/python/halflit/_page');

// The licence of every package whose code is in the bundle, in the order of names.
export async function licences(inputs) {
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

export const SETTINGS = {
  absWorkingDir: studio,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  target: ['es2022'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
};

// The licences travel inside the scripts too: nothing else of the folder goes with them.
const notice = (legal) => `/*! This page holds the following packages.\n\n${legal}*/\n`;

export async function bundle(folder) {
  const { metafile, outputFiles } = await build({
    ...SETTINGS,
    entryPoints: { studio: 'src/main.tsx' },
    outdir: folder,
    format: 'esm',
  });
  const legal = await licences(metafile.inputs);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { path: file, text } of outputFiles) {
    const ending = file.endsWith('.js') ? notice(legal) : '';
    await writeFile(path.join(folder, path.basename(file)), text + ending);
  }
  await writeFile(path.join(folder, 'LICENSES'), legal);
  await cp(path.join(studio, 'src/index.html'), path.join(folder, 'index.html'));
}

// The studio for a cell of a notebook, one file. What the page knows belongs to its modules, and a notebook may have several
// studios: so the whole of it is a function, which runs once for each view. Its style stays inside, in a shadow tree.
export async function bundleWidget(folder) {
  const { metafile, outputFiles } = await build({
    ...SETTINGS,
    entryPoints: { widget: 'src/widget.ts' },
    outdir: folder,
    format: 'iife',
    globalName: 'studio',
  });
  const legal = await licences(metafile.inputs);
  const text = (ending) => outputFiles.find((one) => one.path.endsWith(ending)).text;
  const script = [
    `const style = ${JSON.stringify(text('.css'))};`,
    `function begin() {\n${text('.js')}return studio;\n}`,
    'export default { render: (context) => begin().show(context, style) };',
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'widget.js'), `${script.join('\n')}\n${notice(legal)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle(process.argv[2] ?? embedded);
  await bundleWidget(process.argv[2] ?? packed);
}
