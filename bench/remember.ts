/**
 * The cost of writing an answer's matches to the disk before the answer is sent. Two match services over one
 * store and one index get the same requests; one of them writes. First one caller sends each request to both,
 * in alternating order. Then many callers send to one of them at a time, in alternating blocks. Last, one
 * seeker has seen 10,000 candidates; its matches are timed with and without `exclude_shown_days`.
 *
 *   npm run bench -- remember --rows 20000 [--data FOLDER] [--matches 400] [--callers 16]
 *
 * `--data`: the folder of the profiles, on the disk that is to be measured. It is filled once and kept.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type TenantId, tenantId } from '../src/contract/brands.ts';
import { MatchRequest } from '../src/contract/match.ts';
import type { MatchService } from '../src/matching/match/match-service.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import type { LearningStore } from '../src/platform/storage/learning-store.ts';
import { showMany, timeMuchShown } from './remember/time-much-shown.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { worldUserId } from './world/generate-people.ts';
import { openBenchIndexes, openBenchIntake, openBenchMatching } from './world/open-service.ts';
import { type WorldFolder, worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    data: { type: 'string' },
    matches: { type: 'string', default: '400' },
    callers: { type: 'string', default: '16' },
  },
});
const ROWS = Number(flags.rows);
const MATCHES = Number(flags.matches);
const CALLERS = Number(flags.callers);
const WARM_UP = 30;
const BLOCKS = 10;
const SEED = 11;
const SHOWN = 10_000;

using folder = openBenchFolder(flags.data);
await measure(await worldFolder(folder.path, ROWS));

type Services = Readonly<Record<'without' | 'with', MatchService>>;

async function measure({ data, tenant }: WorldFolder): Promise<void> {
  const intake = await openBenchIntake(data);
  const indexes = openBenchIndexes(intake);
  const remember = intake.store.learning.recordShown;
  const services: Services = {
    without: openBenchMatching(intake, indexes),
    with: openBenchMatching(intake, indexes, { remember }),
  };
  const send = async (service: MatchService, n: number) => {
    const user_id = worldUserId(new SeededRandom(SEED + n).below(ROWS));
    const request = MatchRequest.parse({ user_id, domain: 'dating', explain: true });
    const startedMs = performance.now();
    await service.match(tenantId(tenant), request);
    return performance.now() - startedMs;
  };
  try {
    for (let n = 0; n < WARM_UP; n++) await send(n % 2 === 0 ? services.with : services.without, n);
    console.log(`load ${loadavg()[0]!.toFixed(1)}`);
    await oneCaller(services, send);
    await manyCallers(services, send);
    await muchShown(services.without, intake.store.learning, tenantId(tenant));
  } finally {
    await indexes.close();
    await intake.close();
  }
}

type Send = (service: MatchService, n: number) => Promise<number>;

async function oneCaller(services: Services, send: Send): Promise<void> {
  const taken = { without: [] as number[], with: [] as number[] };
  for (let n = 0; n < MATCHES; n++) {
    const order = n % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
    for (const name of order) taken[name].push(await send(services[name], n));
  }
  const differences = taken.with.map((ms, n) => ms - taken.without[n]!);
  printTable(
    [`one caller, ${MATCHES} pairs`, 'p50 ms', 'p95 ms'],
    [
      ['not written', ...quantiles(taken.without)],
      ['written before the answer', ...quantiles(taken.with)],
      ['difference of a pair', ...quantiles(differences)],
    ],
  );
}

/** In each block all callers together make `MATCHES / BLOCKS` matches. */
async function manyCallers(services: Services, send: Send): Promise<void> {
  const msAMatch = { without: [] as number[], with: [] as number[] };
  for (let block = 0; block < BLOCKS; block++) {
    for (const name of ['without', 'with'] as const) {
      const size = Math.ceil(MATCHES / BLOCKS);
      let next = 0;
      const startedMs = performance.now();
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          while (next < size) await send(services[name], block * size + next++);
        }),
      );
      msAMatch[name].push((performance.now() - startedMs) / size);
    }
  }
  const differences = msAMatch.with.map((ms, block) => ms - msAMatch.without[block]!);
  printTable(
    [`${CALLERS} callers, ${BLOCKS} blocks`, 'ms a match, median', 'worst block'],
    [
      ['not written', ...quantiles(msAMatch.without, 1)],
      ['written before the answer', ...quantiles(msAMatch.with, 1)],
      ['difference of a block', ...quantiles(differences, 1)],
    ],
  );
}

async function muchShown(service: MatchService, learning: LearningStore, tenant: TenantId): Promise<void> {
  const shown = Math.min(SHOWN, ROWS - 1);
  await showMany(learning, tenant, shown);
  const { all, excluding, read } = await timeMuchShown(service, learning, tenant, MATCHES);
  const differences = excluding.map((ms, n) => ms - all[n]!);
  printTable(
    [`${shown} shown to the seeker, ${MATCHES} pairs`, 'p50 ms', 'p95 ms'],
    [
      ['all candidates', ...quantiles(all)],
      ['with exclude_shown_days', ...quantiles(excluding)],
      ['difference of a pair', ...quantiles(differences)],
      ['the look-up alone', ...quantiles(read)],
    ],
  );
}

function quantiles(taken: readonly number[], last = 0.95): readonly string[] {
  return [0.5, last].map((q) => quantile(taken, q).toFixed(2));
}
