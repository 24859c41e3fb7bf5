/**
 * Makes what `npm pack` adds to the repository: `dist/`, the program as JavaScript, and the built console.
 * `npm pack` runs it (`prepack`).
 *
 * The program is bundled, with the packages below: Node needs a third of a server's start to find and link
 * two thousand modules. A file that runs in a process or a thread of its own keeps its path, and so do files
 * that are read at run time.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { buildConsole } from './build-console.mjs';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, 'dist');
/** Files that the program reads at run time, beside its code. */
const READ_AT_RUN_TIME = '**/*.{yaml,sql,ndjson,wasm,txt,json}';
/** Code and files of tests. */
const forTests = /(^|\/)(testing|tiny-model|assembly)\/|\.test\.|reference-pieces\.json$/;
/** Scripts of threads and processes, which no import names. */
const scriptAddress = /(new URL\(\s*'([^']+))\.ts'/g;
/** Packages of many small modules without files of their own. All others are loaded from `node_modules`. */
const bundledPackages = [
  '@rgrove/parse-xml',
  'cockatiel',
  'commander',
  'fastify-type-provider-zod',
  'hyparquet',
  'hyparquet-writer',
  'kysely',
  'ml-matrix',
  'yaml',
  'zod',
];
/**
 * They load most of their code when it is used, and share it. Each other script is one file, which a thread
 * loads fast.
 */
const processes = ['main', 'processes/task-process', 'processes/worker-process'];

rmSync(target, { recursive: true, force: true });
await bundle(processes);
for (const script of threadScripts()) await bundle([script]);
for (const file of globSync(READ_AT_RUN_TIME, { cwd: source }).filter((name) => !forTests.test(name))) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  copyFileSync(join(source, file), join(target, file));
}
if (!buildConsole(root)) process.exitCode = 1;

function threadScripts(): string[] {
  const scripts = globSync('**/*.ts', { cwd: source })
    .filter((file) => !forTests.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(scriptAddress)].map(([, , name]) =>
        join(dirname(file), name!),
      ),
    );
  return [...new Set(scripts)].filter((script) => !processes.includes(script));
}

async function bundle(entries: readonly string[]): Promise<void> {
  await using build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)])),
    cwd: root,
    platform: 'node',
    external: (id) =>
      !/^[./]/.test(id) && !bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)),
    // The encoders are loaded with the first of several parts that need them.
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      {
        name: 'addresses of files beside the code',
        transform(code, id) {
          if (!id.startsWith(source) || !code.includes('import.meta.')) return null;
          const file = relative(source, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
          return code
            .replaceAll(scriptAddress, "$1.js'")
            .replaceAll('import.meta.url', `new URL('${file}', PACKAGED_CODE).href`)
            .replaceAll(
              'import.meta.dirname',
              `fileURLToPathHere(new URL('${dirname(file)}', PACKAGED_CODE))`,
            );
        },
        renderChunk(code, { fileName }) {
          if (!code.includes('PACKAGED_CODE')) return null;
          const up = '../'.repeat(fileName.split('/').length - 1) || './';
          return `import { fileURLToPath as fileURLToPathHere } from 'node:url';\nconst PACKAGED_CODE = new URL('${up}', import.meta.url);\n${code}`;
        },
      },
    ],
  });
  await build.write({
    dir: target,
    entryFileNames: '[name].js',
    chunkFileNames: `chunks/${entries === processes ? '' : `${dirname(entries[0]!)}/`}[name]-[hash].js`,
  });
}
