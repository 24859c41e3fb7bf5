// Runs the compiled program of an installed package, on Node 24: the package `node`, which npm installs beside this one,
// or the Node that runs this file where it is new enough. Passes every signal on, and exits with the program's code.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

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

const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: join(root, '.compiled'), ...process.env },
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// A terminal gives Ctrl-C to the whole process group, so the program has it already.
const atTerminal = process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor));
// Others give it to the group, too, or to this process alone. A program that has it already takes a later SIGTERM for
// the same wish, and a second SIGINT for another.
process.on('SIGINT', () => {
  if (!atTerminal) setTimeout(() => child.kill('SIGTERM'), 200);
});
child.on('exit', (code, signal) => {
  process.exit(signal ? 128 + (constants.signals[signal] ?? 15) : (code ?? 1));
});
