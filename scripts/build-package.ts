/**
 * Makes what `npm pack` adds to the repository: `dist/`, the program as JavaScript, and the built console. `npm pack`
 * runs it (`prepack`).
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildConsole } from './build-console.mjs';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, 'dist');
/** Files that the program reads at run time, beside its code. */
const READ_AT_RUN_TIME = '**/*.{yaml,sql,ndjson,wasm,txt,json}';
/** Code and files of tests. */
const forTests = /(^|\/)(testing|tiny-model|assembly)\/|\.test\.|reference-pieces\.json$/;
/** Scripts of threads and processes, which no import names. */
const scriptAddress = /(new URL\(\s*'[^']+)\.ts'/g;

rmSync(target, { recursive: true, force: true });
compile();
for (const file of globSync(READ_AT_RUN_TIME, { cwd: source }).filter((name) => !forTests.test(name))) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  copyFileSync(join(source, file), join(target, file));
}
for (const file of globSync('**/*.js', { cwd: target })) {
  const path = join(target, file);
  const code = readFileSync(path, 'utf8');
  if (code.search(scriptAddress) >= 0) writeFileSync(path, code.replaceAll(scriptAddress, "$1.js'"));
}
if (!buildConsole(root)) process.exitCode = 1;

function compile(): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(root, 'tsconfig.package.json');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`the program could not be compiled (tsc ended with ${status})`);
}
