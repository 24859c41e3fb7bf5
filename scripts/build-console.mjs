// Builds the web console where its output is missing or older than its sources: `scripts/run.mjs` does it
// before `serve` and `demo`, and `npm pack` before it packs (`node scripts/build-console.mjs`, which fails
// with the build). Plain JavaScript without dependencies, as `run.mjs` is.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

const BUILD = 'npm run build --prefix console';
const LINES_SHOWN = 20;
/** Folders of the workspace that the output does not follow from. */
const notSources = new Set(['node_modules', 'dist', 'test']);

/** Whether the task shows the console: `serve` and `demo`, unless it is switched off. */
export function showsConsole([entry = '', command = '', ...flags], environment = process.env) {
  if (!/(^|[\\/])src[\\/]main\.ts$/.test(entry) || !['serve', 'demo'].includes(command)) return false;
  const at = flags.indexOf('--console');
  const flag = at < 0 ? flags.find((one) => one.startsWith('--console='))?.split('=')[1] : flags[at + 1];
  return (flag ?? environment.COUNTERPART_CONSOLE) !== 'off';
}

/**
 * Brings the output up to date. False: the build failed, and `say` was told what to do. Where there is no
 * workspace (in a package, which has the output alone) there is nothing to do.
 */
export function buildConsole(root, say = console.error) {
  const folder = join(root, 'console');
  if (!existsSync(join(folder, 'package.json')) || isUpToDate(root)) return true;
  try {
    return oneAtATime(join(root, '.installing'), () => isUpToDate(root) || build(root, folder, say));
  } catch (error) {
    // A lock that does not end, or a workspace without its lock file. The service starts all the same.
    return failed(say, error.message);
  }
}

function build(root, folder, say) {
  say('Building the console (the first time with its dependencies, about a minute) …');
  const fault = install(root, folder) ?? npm(root, folder, ['run', 'build']);
  if (fault !== null) return failed(say, fault);
  return isUpToDate(root) || failed(say, `«${BUILD}» wrote no newer console/dist/index.html.`);
}

function failed(say, fault) {
  say(`${fault}\nThe console could not be built; the service works without it. «${BUILD}» builds it again.`);
  return false;
}

function isUpToDate(root) {
  const output = statSync(join(root, 'console', 'dist', 'index.html'), { throwIfNoEntry: false });
  if (output === undefined) return false;
  // The client, the library of files, the contract and its document are sources too: the page has them
  // compiled in.
  const sources = [
    'console',
    'sdk/typescript/src',
    'src/platform/intake',
    'src/contract',
    'docs/openapi.json',
  ];
  return sources.every((path) => newest(join(root, path)) <= output.mtimeMs);
}

/**
 * The latest change of the file, or of a file below the folder, epoch milliseconds; 0 where there is none.
 */
function newest(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return stat.mtimeMs;
  if (!stat?.isDirectory()) return 0;
  const names = readdirSync(path).filter((name) => !notSources.has(name));
  return Math.max(0, ...names.map((name) => newest(join(path, name))));
}

/** null, or why it failed. */
function install(root, folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.counterpart-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return null;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--fetch-retries=1'];
  const fault = npm(root, folder, ['ci', '--include=dev', ...quiet]);
  // A workspace without dependencies gets no folder.
  if (fault === null && existsSync(join(folder, 'node_modules'))) writeFileSync(stamp, lock);
  return fault;
}

/** Runs npm in the folder, on the pinned Node where there is one. null, or the end of what it printed. */
function npm(root, cwd, args) {
  const windows = process.platform === 'win32';
  const { status, error, stdout, stderr } = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      // Another value would build the page with React's checks for development.
      NODE_ENV: 'production',
    },
    encoding: 'utf8',
    shell: windows,
  });
  if (status === 0) return null;
  const printed = `${stdout ?? ''}${stderr ?? ''}`.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
  return `npm ${args[0] === 'run' ? args.join(' ') : args[0]} failed in console/${error === undefined ? '' : ` (${error.message})`}:\n${printed}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = buildConsole(join(fileURLToPath(import.meta.url), '..', '..')) ? 0 : 1;
}
