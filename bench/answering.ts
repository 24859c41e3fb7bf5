/**
 * What matches cost the thread that answers, and how long it keeps others waiting: requests at a constant rate within this
 * process, its processor time by thread, and then as many again with the delay of its event loop beside: to watch it every
 * millisecond costs 1.3 ms of processor time a match at 20 a second.
 *
 *   npm run bench -- answering --rows 100000 [--data FOLDER] [--rate 20] [--seconds 10]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openIntake } from '../src/composition/open-intake.ts';
import { tenantId } from '../src/contract/brands.ts';
import { MatchRequest } from '../src/contract/match.ts';
import { openIndexRegistry } from '../src/index/follow.ts';
import { SegmentedIndex } from '../src/index/segments/segmented-index.ts';
import { QueryWorkers } from '../src/index/segments/workers/query-workers.ts';
import { createMatchService } from '../src/match/create-match-service.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { quantile } from '../src/numeric/statistics.ts';
import { printTable } from './support/measure.ts';
import { filters, type Strength } from './world/filter-strengths.ts';
import { worldUserId } from './world/generate-people.ts';
import { openLoop } from './world/open-loop.ts';
import { worldFolder } from './world/world-folder.ts';

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

const folder = flags.data ?? mkdtempSync(join(tmpdir(), 'counterpart-bench-world-'));
try {
  await measure(folder);
} finally {
  if (flags.data === undefined) rmSync(folder, { recursive: true, force: true });
}

async function measure(data: string): Promise<void> {
  const world = await worldFolder(data, ROWS);
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  const intake = await openIntake(settings, { mayBeginSwitch: false, onNotice: () => undefined });
  const { store, accounts, encoders, gazetteer, profiles } = intake;
  const workers = new QueryWorkers(2);
  const indexes = openIndexRegistry({
    store,
    indexFor: (definition, sequence, encoderId) =>
      new SegmentedIndex(definition, workers, { sequence, encoderId }),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    patienceRows: Number.POSITIVE_INFINITY,
    followEveryMs: 0,
  });
  const service = createMatchService({
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureVector: profiles.ensureVector,
    clock: Date.now,
  });
  const match = (strength: Strength, n: number) =>
    service.match(tenantId(world.tenant), MatchRequest.parse(requestOf(strength, n)));
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
    await workers.close();
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
