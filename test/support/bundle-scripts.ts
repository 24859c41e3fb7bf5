/**
 * For vitest: bundles the scripts of threads and processes once a run. Node needs a quarter of a second of a
 * processor to load the modules of one thread, and the tests start thousands. `process-of-tests.mjs` starts the
 * bundles in their place.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundleProgram, root, source } from '../../scripts/bundle-program.ts';

const target = join(root, 'node_modules/.cache/bundled-scripts');
/** Holds the state of the code that was bundled last. */
const stamp = join(target, 'state');

export async function setup(project: TestProject): Promise<void> {
  await bundleScripts();
  project.onTestsRerun(bundleScripts);
}

/** Another run of the same code may read the files meanwhile: a file is replaced at once, and only by another. */
async function bundleScripts(): Promise<void> {
  const state = stateOfCode();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  mkdirSync(target, { recursive: true });
  const built = mkdtempSync(`${target}-`);
  try {
    await bundleProgram(built, {
      name: 'files beside the code stay beside its source',
      transform(code, id) {
        if (!id.startsWith(source) || !code.includes('import.meta.')) return null;
        return code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
      },
    });
    const files = filesOf(built);
    for (const file of files) {
      if (!differs(join(built, file), join(target, file))) continue;
      mkdirSync(dirname(join(target, file)), { recursive: true });
      renameSync(join(built, file), join(target, file));
    }
    for (const file of filesOf(target))
      if (!files.includes(file)) rmSync(join(target, file), { force: true });
    writeFileSync(stamp, state);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** A hash of when each file of the code, and the installed packages, changed. */
function stateOfCode(): string {
  const hash = createHash('sha256');
  const code = globSync('**/*.ts', { cwd: source }).sort();
  for (const file of [...code.map((name) => join(source, name)), join(root, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

const filesOf = (folder: string) => globSync('**/*.js', { cwd: folder });

function differs(file: string, other: string): boolean {
  return !existsSync(other) || !readFileSync(file).equals(readFileSync(other));
}
