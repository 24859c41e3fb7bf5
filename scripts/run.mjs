// The one entry of every npm script, on whatever Node is on the PATH (20 or newer): makes sure that the
// dependencies of this very package-lock.json are installed and, for `serve` and `demo`, that the console is
// built, then runs the task on the pinned Node 24. Plain JavaScript without dependencies, because nothing is
// installed yet when it starts.
//
// Passes on every signal, and exits with the task's code (`bin/run-child.mjs`). Long-running scripts of
// package.json begin with `exec`: npm signals only its own child, which is then this process and no shell (on
// Windows `exec` is exec.cmd).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../bin/run-child.mjs';
import { buildConsole, showsConsole } from './build-console.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { workingFolder } from './working-folder.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.counterpart-installed');
const lock = join(root, '.installing');
// Windows starts no .cmd file without a shell.
const pinnedNode =
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node');

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function installed() {
  return existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();
}

function exitAs(result) {
  if (result.error) throw result.error;
  if (result.signal) process.exit(128 + (constants.signals[result.signal] ?? 15));
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** A second command that was started meanwhile finds everything installed. */
function installOnce() {
  const result = oneAtATime(lock, () => {
    const done = installed() ? { status: 0 } : install();
    if (done.status === 0) writeFileSync(stamp, lockHash());
    return done;
  });
  exitAs(result);
}

function install() {
  // Standard output belongs to the task: an MCP client, or a shell that takes a key, reads it.
  console.error('Installing dependencies (once, about a minute) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Devs need the development packages whatever NODE_ENV says; the pinned Node is one of them.
  return spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // npm before 11 runs every install script; this one would fetch 300 MB of CUDA libraries.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    shell: process.platform === 'win32',
  });
}

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) throw new Error('usage: node scripts/run.mjs FILE [ARG …]');
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Counterpart needs Node 20 or newer to start; this is ${process.version}.`);
  process.exit(1);
}
if (!installed()) installOnce();
if (showsConsole([entry, ...args])) buildConsole(root);

const { folder, environment } = workingFolder(root, entry);
const program = folder === root ? entry : resolve(root, entry);
runChild(pinnedNode, ['--disable-warning=ExperimentalWarning', program, ...args], {
  linked: resolve(root, entry) === join(root, 'src', 'main.ts'),
  cwd: folder,
  // Compiled code is kept between starts, of its worker threads and child processes too: a command then
  // starts in two thirds of the time. A folder that cannot be written is no error.
  env: {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...process.env,
    ...environment,
  },
});
