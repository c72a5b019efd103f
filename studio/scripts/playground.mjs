// Builds the playground into a folder: the page of the studio with another beginning, a worker, and the WebAssembly that
// `cargo xtask playground` has made. Fails above the limits.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { SETTINGS, licences, studio } from './build.mjs';

const [made, folder] = process.argv.slice(2).map((own) => path.resolve(own));
if (!folder) throw new Error('say where wasm-bindgen wrote, and where the playground goes');

/** Bytes, compressed. */
const LIMITS = { page: 150_000, wasm: 1_500_000 };
const WASM = 'halflit_web_bg.wasm';

const { metafile, outputFiles } = await build({
  ...SETTINGS,
  entryPoints: { playground: 'src/playground/main.tsx', worker: 'src/playground/worker.ts' },
  outdir: folder,
  format: 'esm',
  alias: { 'halflit-web': path.join(made, 'halflit_web.js') },
});
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const { path: file, contents } of outputFiles) await writeFile(file, contents);
await writeFile(path.join(folder, 'LICENSES'), await licences(metafile.inputs));
await cp(path.join(studio, '../crates/halflit-cli/THIRDPARTY.txt'), path.join(folder, 'THIRDPARTY.txt'));
await cp(path.join(studio, 'src/playground/index.html'), path.join(folder, 'index.html'));
await cp(path.join(made, WASM), path.join(folder, WASM));

const sizeOf = async (name) => gzipSync(await readFile(path.join(folder, name)), { level: 9 }).length;
const sizes = { page: 0, wasm: await sizeOf(WASM) };
for (const name of ['index.html', 'playground.js', 'playground.css', 'worker.js']) {
  sizes.page += await sizeOf(name);
}
for (const [name, size] of Object.entries(sizes)) {
  console.log(
    `${name.padEnd(5)} ${size.toLocaleString('en')} of ${LIMITS[name].toLocaleString('en')} bytes gzip`,
  );
  if (size > LIMITS[name]) process.exitCode = 1;
}
