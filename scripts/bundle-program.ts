/**
 * Bundles the program's scripts, with the packages of many small modules: Node needs a third of a server's start
 * to find and link two thousand modules, and most of a thread's.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RolldownPlugin, rolldown } from 'rolldown';

export const root = join(import.meta.dirname, '..');
export const source = join(root, 'src');
/** Code and files of tests. */
export const forTests = /(^|\/)(testing|tiny-model|assembly)\/|\.test\.|reference-pieces\.json$/;
/** Scripts of threads and processes, which no import names. */
export const scriptAddress = /(new URL\(\s*'([^']+))\.ts'/g;
/**
 * They load most of their code when it is used, and share it. Each other script is one file, which a thread
 * loads fast.
 */
export const processes = [
  'main',
  'processes/document-process',
  'processes/task-process',
  'processes/worker-process',
];
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

/** Paths below `src/` without `.ts`. */
export function threadScripts(): string[] {
  const scripts = globSync('**/*.ts', { cwd: source })
    .filter((file) => !forTests.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(scriptAddress)].map(([, , name]) =>
        join(dirname(file), name!),
      ),
    );
  return [...new Set(scripts)].filter((script) => !processes.includes(script));
}

/** The processes share chunks; each thread is one file. `addresses` replaces `import.meta` in the code. */
export async function bundleProgram(target: string, addresses: RolldownPlugin): Promise<void> {
  await bundle(processes, target, addresses);
  for (const script of threadScripts()) await bundle([script], target, addresses);
}

async function bundle(entries: readonly string[], target: string, addresses: RolldownPlugin): Promise<void> {
  await using build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)])),
    cwd: root,
    platform: 'node',
    external: (id) =>
      !/^[./]/.test(id) && !bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)),
    // The encoders are loaded with the first of several parts that need them.
    checks: { ineffectiveDynamicImport: false },
    plugins: [addresses],
  });
  await build.write({
    dir: target,
    entryFileNames: '[name].js',
    chunkFileNames: `chunks/${entries === processes ? '' : `${dirname(entries[0]!)}/`}[name]-[hash].js`,
  });
}
