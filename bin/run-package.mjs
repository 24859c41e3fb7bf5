// Runs the compiled program of an installed package, on Node 24: the package `node`, which npm installs
// beside this one, or the Node that runs this file where it is new enough.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './run-child.mjs';

const LEAST = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const main = join(root, 'dist', 'main.js');
const [major] = process.versions.node.split('.').map(Number);
const executable = process.platform === 'win32' ? 'node.exe' : 'node';

/** The package `node`; null where it is not installed. */
function pinnedFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve('node/package.json'));
  } catch {
    return null;
  }
}

function findNode() {
  const folder = pinnedFolder();
  const pinned = folder === null ? null : join(folder, 'bin', executable);
  if (pinned !== null && existsSync(pinned)) return pinned;
  if (major >= LEAST) return process.execPath;
  // npm was told to run no install scripts; this one only fetches the program.
  if (folder !== null) {
    console.error('Fetching Node 24 (once) …');
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: ['ignore', 2, 2] });
    if (existsSync(pinned)) return pinned;
  }
  console.error(
    `Counterpart needs Node ${LEAST}; this is ${process.version}, and the package «node» that brings it is not installed. ` +
      `Install Node ${LEAST}, or let npm run install scripts.`,
  );
  process.exit(1);
}

runChild(findNode(), ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  linked: true,
  env: { NODE_COMPILE_CACHE: join(root, '.compiled'), ...process.env },
});
