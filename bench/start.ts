/**
 * Measures processor time and memory of starts: commands run to their end, and a server on an empty folder
 * runs until `/readyz` answers 200. This checkout and another one take turns. The first start of each fills
 * the compile cache and does not count.
 *
 *   npm run bench -- start [--other FOLDER] [--rounds 7] [--package]
 *
 * `--package`: the program as the npm package has it, of `dist/`, which `node scripts/run.mjs
 * scripts/build-package.ts` makes. `--other`: another checkout with its packages installed, such as a git
 * worktree of the parent commit. Linux only.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

interface Start {
  readonly processorMs: number;
  /** Resident memory, at its most for a command and when it is ready for a server. */
  readonly mib: number;
}

const { values: flags } = parseArgs({
  options: {
    other: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    package: { type: 'boolean', default: false },
  },
});
const repository = join(import.meta.dirname, '..');
const roots = [repository, ...(flags.other === undefined ? [] : [flags.other])];
const entry = flags.package ? 'dist/main.js' : 'src/main.ts';
const rounds = Number(flags.rounds);
/** Writes what the whole process used, start of Node included. */
const writeUsage = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write(JSON.stringify([userCPUTime + systemCPUTime, maxRSS]) + '\\n');
})`;

using folder = openBenchFolder();
const starts: Readonly<Record<string, (root: string, n: number) => Promise<Start>>> = {
  '--version': (root) => command(root, '--version'),
  'keys --help': (root) => command(root, 'keys', '--help'),
  '--help': (root) => command(root, '--help'),
  'serve, to /readyz': async (root, n) => {
    await using server = await runServer(
      join(folder.path, `data-${n}-${roots.indexOf(root)}`),
      'no key',
      ['--job-workers', '0'],
      '/readyz',
      join(root, entry),
    );
    return { processorMs: server.processorSeconds() * 1000, mib: server.memory().now / 2 ** 20 };
  },
};

const rows: (string | number)[][] = [];
for (const [name, start] of Object.entries(starts)) {
  const measured = roots.map((): Start[] => []);
  for (let n = 0; n <= rounds; n++)
    for (const [at, root] of roots.entries()) {
      const measurement = await start(root, n);
      if (n > 0) measured[at]!.push(measurement);
    }
  const medians = measured.map((starts) => ({
    ms: median(starts.map(({ processorMs }) => processorMs)),
    mib: median(starts.map(({ mib }) => mib)),
  }));
  const [own, other] = medians;
  const ratio = other === undefined ? '' : (own!.ms / other.ms).toFixed(2);
  rows.push([name, ...medians.flatMap(({ ms, mib }) => [ms.toFixed(0), mib.toFixed(0)]), ratio]);
}
const headings = ['here', 'other'].slice(0, roots.length);
printTable(
  ['start', ...headings.flatMap((where) => [`${where}, processor ms`, `${where}, MiB`]), 'ratio'],
  rows,
);

async function command(root: string, ...words: readonly string[]): Promise<Start> {
  const preload = `data:text/javascript,${encodeURIComponent(writeUsage)}`;
  const { stderr } = await runToEnd(process.execPath, ['--import', preload, join(root, entry), ...words]);
  const [microseconds, kib] = JSON.parse(stderr.trim().split('\n').at(-1)!) as [number, number];
  return { processorMs: microseconds / 1000, mib: kib / 1024 };
}
