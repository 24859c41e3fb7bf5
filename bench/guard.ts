/**
 * Fails when the processor time of a match grew by more than a quarter since the parent commit. One server
 * runs the parent commit's code, one the code of this checkout. They get nine interleaved pairs of
 * POST /match among 10,000 generated people, all stages but llm_judge, explained, a weak filter.
 *
 *   npm run bench -- guard [--against HEAD~1] [--rows 10000]
 *
 * Takes two minutes on two cores with 10,000 people, and begins no pair after five. Run nothing beside it.
 * Skips, with the reason, where there is no parent commit (a shallow clone) or where its package-lock.json
 * differs.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgePairs, LIMIT } from './guard/judge-pairs.ts';
import { measurePairs, type Pair, type Side } from './guard/measure-pairs.ts';
import { openParentCheckout } from './guard/parent-checkout.ts';
import { writePeopleOfBothSides } from './guard/write-people.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, processorSeconds } from './support/measure.ts';
import { runServer } from './world/running-server.ts';

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string', default: 'HEAD~1' },
    rows: { type: 'string', default: '10000' },
  },
});
const ROWS = Number(flags.rows);
const ROUNDS = 3;
const PAIRS_A_ROUND = 3;
const MATCHES = 200;
const WARM_UP = 300;
/** Fewer pairs than this, on a slow machine, say nothing. */
const LEAST_PAIRS = 5;
const LONGEST_MS = 5 * 60_000;

const started = performance.now();
const repository = join(import.meta.dirname, '..');
using folder = openBenchFolder();
await guard();

async function guard(): Promise<void> {
  if (Number.isNaN(processorSeconds(process)))
    return skip('this system does not say the processor time of a process.');
  const opened = openParentCheckout(repository, flags.against, folder.path);
  if ('reason' in opened) return skip(opened.reason);
  using parent = opened;
  const roots = { parent: parent.path, own: repository };
  const { key, ...folders } = await writePeopleOfBothSides(parent, folder.path, ROWS);
  const start = (side: Side) =>
    runServer(folders[side], key, ['--job-workers', '0'], '/readyz', join(roots[side], 'src/main.ts'));
  const pairs = await measurePairs(start, {
    rounds: ROUNDS,
    pairsARound: PAIRS_A_ROUND,
    matches: MATCHES,
    warmUp: WARM_UP,
    rows: ROWS,
    deadline: started + LONGEST_MS,
  });
  report(pairs, parent.commit);
}

function report(pairs: readonly Pair[], commit: string): void {
  const columns = [
    'pair',
    'first',
    'parent, processor ms a match',
    'this checkout, processor ms a match',
    'ratio',
  ];
  printTable(
    columns,
    pairs.map(({ first, parent, own }, n) => [
      n + 1,
      first,
      parent.toFixed(2),
      own.toFixed(2),
      (own / parent).toFixed(3),
    ]),
  );
  if (pairs.length < LEAST_PAIRS)
    skip(`only ${pairs.length} pairs fitted into ${LONGEST_MS / 60_000} minutes.`);
  else judge(pairs, commit);
}

function judge(pairs: readonly Pair[], commit: string): void {
  const { ratio, interval, hasGrown } = judgePairs(pairs);
  const [low, high] = interval!.map((end) => end.toFixed(2));
  console.log(
    `Processor time of a match, times that of ${commit.slice(0, 10)}: ${ratio.toFixed(2)} ` +
      `(95 % interval ${low} to ${high}; load ${loadavg()[0]!.toFixed(1)}).`,
  );
  if (!hasGrown) return;
  console.error(`✗ A match takes more than ${LIMIT} times the processor time it took before.`);
  process.exitCode = 1;
}

function skip(reason: string): void {
  console.log(`SKIPPED: the processor time of a match was not compared, since ${reason}`);
}
