/**
 * Processor time of a match on the answering thread, and the delay of that thread's event loop. Requests
 * arrive at a constant rate within this process, first without and then with a monitor of the event loop.
 * They are measured separately, because the monitor itself takes processor time.
 *
 *   npm run bench -- answering --rows 100000 [--data FOLDER] [--rate 20] [--seconds 10]
 */
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { tenantId } from '../src/contract/brands.ts';
import { MatchRequest } from '../src/contract/match.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { filters, type Strength } from './world/filter-strengths.ts';
import { worldUserId } from './world/generate-people.ts';
import { openLoop } from './world/open-loop.ts';
import { openBenchIndexes, openBenchIntake, openBenchMatching } from './world/open-service.ts';
import { type WorldFolder, worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    data: { type: 'string' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
  },
});
const ROWS = Number(flags.rows);
const [RATE, SECONDS] = [Number(flags.rate), Number(flags.seconds)];
const WARM_UP = 60;
const SEED = 11;

using folder = openBenchFolder(flags.data);
await measure(await worldFolder(folder.path, ROWS));

async function measure({ data, tenant }: WorldFolder): Promise<void> {
  const intake = await openBenchIntake(data);
  const indexes = openBenchIndexes(intake, { maxWaitRows: Number.POSITIVE_INFINITY, followEveryMs: 0 });
  const service = openBenchMatching(intake, indexes);
  const match = async (strength: Strength, n: number) =>
    (await service.match(tenantId(tenant), MatchRequest.parse(requestOf(strength, n)))).result;
  try {
    for (let n = 0; n < WARM_UP; n++) await match('weak', n);
    const lines: string[][] = [];
    for (const strength of Object.keys(filters) as Strength[])
      lines.push(await constantRate(strength, match));
    console.log(`\n${ROWS} people, ${RATE} requests a second, load ${loadavg()[0]!.toFixed(1)}`);
    printTable(
      [
        'filter',
        'processor ms a match, answering thread',
        'all threads',
        'p50 ms',
        'p99 ms',
        'loop delay p95 ms',
        'p99 ms',
        'max ms',
      ],
      lines,
    );
  } finally {
    await indexes.close();
    await intake.close();
  }
}

async function constantRate(
  strength: Strength,
  match: (strength: Strength, n: number) => Promise<unknown>,
): Promise<string[]> {
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  const taken = await openLoop(RATE, SECONDS, (n) => match(strength, n));
  const [ofThread, ofAll] = [process.threadCpuUsage(thread), process.cpuUsage(all)];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await openLoop(RATE, SECONDS, (n) => match(strength, n));
  delay.disable();
  const msAMatch = ({ user, system }: NodeJS.CpuUsage) => ((user + system) / 1000 / taken.length).toFixed(1);
  const delayMs = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  return [
    strength,
    msAMatch(ofThread),
    msAMatch(ofAll),
    quantile(taken, 0.5).toFixed(1),
    quantile(taken, 0.99).toFixed(1),
    delayMs(delay.percentile(95)),
    delayMs(delay.percentile(99)),
    delayMs(delay.max),
  ];
}

function requestOf(strength: Strength, n: number) {
  return {
    user_id: worldUserId(new SeededRandom(SEED + n).below(ROWS)),
    domain: 'dating',
    limit: 10,
    explain: true,
    filters: filters[strength],
  };
}
