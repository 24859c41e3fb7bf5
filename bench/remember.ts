/**
 * What it costs a match that its answer is on the disk before it is sent: the same requests to two match services over
 * one store and one index, of which one keeps what it showed. One caller asks them in turn, each first as often as the
 * other; then many callers ask one of them at a time, in blocks that take turns.
 *
 *   npm run bench -- remember --rows 20000 [--data FOLDER] [--matches 400] [--callers 16]
 *
 * `--data`: where the people lie or are written, on the disk that is to be measured; with it the folder is used again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openIntake } from '../src/composition/open-intake.ts';
import { tenantId } from '../src/contract/brands.ts';
import { MatchRequest } from '../src/contract/match.ts';
import { openIndexRegistry } from '../src/index/follow.ts';
import { openSegmentEngine } from '../src/index/segments/segment-engine.ts';
import { createMatchService } from '../src/match/create-match-service.ts';
import type { MatchService } from '../src/match/match-service.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { quantile } from '../src/numeric/statistics.ts';
import { printTable } from './support/measure.ts';
import { worldUserId } from './world/generate-people.ts';
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

const folder = flags.data ?? mkdtempSync(join(tmpdir(), 'counterpart-bench-remember-'));
try {
  await measure(await worldFolder(folder, ROWS));
} finally {
  if (flags.data === undefined) rmSync(folder, { recursive: true, force: true });
}

type Services = Readonly<Record<'without' | 'with', MatchService>>;

async function measure({ data, tenant }: WorldFolder): Promise<void> {
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  const intake = await openIntake(settings, { mayBeginSwitch: false, onNotice: () => undefined });
  const { store, accounts, encoders, gazetteer, profiles } = intake;
  const indexes = openIndexRegistry({
    store,
    engine: openSegmentEngine({ folder: null, onDamage: () => undefined }),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
  });
  const parts = {
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureVector: profiles.ensureVector,
    clock: Date.now,
  };
  const services: Services = {
    without: createMatchService(parts),
    with: createMatchService({ ...parts, remember: store.learning.recordShown }),
  };
  const ask = async (service: MatchService, n: number) => {
    const user_id = worldUserId(new SeededRandom(SEED + n).below(ROWS));
    const request = MatchRequest.parse({ user_id, domain: 'dating', explain: true });
    const startedMs = performance.now();
    await service.match(tenantId(tenant), request);
    return performance.now() - startedMs;
  };
  try {
    for (let n = 0; n < WARM_UP; n++) await ask(n % 2 === 0 ? services.with : services.without, n);
    console.log(`load ${loadavg()[0]!.toFixed(1)}`);
    await oneCaller(services, ask);
    await manyCallers(services, ask);
  } finally {
    await indexes.close();
    await intake.close();
  }
}

type Ask = (service: MatchService, n: number) => Promise<number>;

async function oneCaller(services: Services, ask: Ask): Promise<void> {
  const taken = { without: [] as number[], with: [] as number[] };
  for (let n = 0; n < MATCHES; n++) {
    const order = n % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
    for (const name of order) taken[name].push(await ask(services[name], n));
  }
  const more = taken.with.map((ms, n) => ms - taken.without[n]!);
  printTable(
    [`one caller, ${MATCHES} pairs`, 'p50 ms', 'p95 ms'],
    [
      ['not kept', ...quantiles(taken.without)],
      ['kept before the answer', ...quantiles(taken.with)],
      ['difference of a pair', ...quantiles(more)],
    ],
  );
}

/** In each block all callers together make `MATCHES / BLOCKS` matches. */
async function manyCallers(services: Services, ask: Ask): Promise<void> {
  const msAMatch = { without: [] as number[], with: [] as number[] };
  for (let block = 0; block < BLOCKS; block++) {
    for (const name of ['without', 'with'] as const) {
      const size = Math.ceil(MATCHES / BLOCKS);
      let next = 0;
      const startedMs = performance.now();
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          while (next < size) await ask(services[name], block * size + next++);
        }),
      );
      msAMatch[name].push((performance.now() - startedMs) / size);
    }
  }
  const more = msAMatch.with.map((ms, block) => ms - msAMatch.without[block]!);
  printTable(
    [`${CALLERS} callers, ${BLOCKS} blocks`, 'ms a match, median', 'worst block'],
    [
      ['not kept', ...quantiles(msAMatch.without, 1)],
      ['kept before the answer', ...quantiles(msAMatch.with, 1)],
      ['difference of a block', ...quantiles(more, 1)],
    ],
  );
}

function quantiles(taken: readonly number[], last = 0.95): readonly string[] {
  return [0.5, last].map((q) => quantile(taken, q).toFixed(2));
}
