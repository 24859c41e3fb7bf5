/**
 * Many small tenants in little memory. Each tenant gets one match, first in order and then in other orders,
 * while all indexes together may take no more than `--memory`. Prints memory, evicted indexes, refused
 * matches, and the latency of a match by where its index came from. Also prints whether answers equal those
 * of a newly built index.
 *
 *   npm run bench -- tenants [--tenants 1000] [--users 1000] [--memory 260] [--data FOLDER]
 */
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Intake } from '../src/composition/open-intake.ts';
import type { TenantId } from '../src/contract/brands.ts';
import { MIB } from '../src/contract/common.ts';
import { ApiError } from '../src/contract/errors.ts';
import { MatchRequest } from '../src/contract/match.ts';
import type { IndexRegistry } from '../src/matching/index/candidate-index.ts';
import type { IndexRegistryOptions } from '../src/matching/index/open-index-registry.ts';
import { openSegmentEngine } from '../src/matching/index/segments/open-segment-engine.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { WORLD_MS, worldUserId } from './world/generate-people.ts';
import { openBenchIndexes, openBenchIntake, openBenchMatching } from './world/open-service.ts';
import { tenantsFolder } from './world/tenants-folder.ts';

const { values: flags } = parseArgs({
  options: {
    tenants: { type: 'string', default: '1000' },
    users: { type: 'string', default: '1000' },
    memory: { type: 'string', default: '260' },
    data: { type: 'string' },
  },
});
const [TENANTS, USERS, MEMORY] = [Number(flags.tenants), Number(flags.users), Number(flags.memory)];
const AT_ONCE = 8;
const COMPARED = 20;
const SEED = 5;

/** Tenants whose index was built from the store so far. */
const built = new Set<TenantId>();

using folder = openBenchFolder(flags.data);
await measure(folder.path);

async function measure(data: string): Promise<void> {
  const tenants = await tenantsFolder(data, TENANTS, USERS);
  const intake = await openBenchIntake(data);
  const saved = join(data, 'indexes');
  rmSync(saved, { recursive: true, force: true });
  const engine = openSegmentEngine({ folder: saved, threads: 2, onDamage: ({ reason }) => fail(reason) });
  const bounded = openMatching(intake, { engine, memoryBytes: MEMORY * MIB });
  try {
    const before = process.memoryUsage.rss();
    const lines: (readonly string[])[] = [];
    const take = async (name: string, order: readonly number[], atOnce: number) => {
      const loaded = bounded.indexes.stats().length;
      const taken = await requestAll(bounded, tenants, order, atOnce);
      lines.push([name, ...row(taken, loaded, bounded, before)]);
    };
    const inOrder = [...tenants.keys()];
    await take('one after the other, from the store', inOrder, 1);
    await take('in another order', shuffled(inOrder, 1), 1);
    await take(`in another order, ${AT_ONCE} at once`, shuffled(inOrder, 2), AT_ONCE);
    console.log(
      `\n${TENANTS} tenants of ${USERS} users, ${MEMORY} MiB for indexes, load ${loadavg()[0]!.toFixed(1)}`,
    );
    printTable(
      [
        'matches, one a tenant',
        'refused',
        'indexes in memory',
        'evicted',
        'index MiB, peak',
        'resident grew by MiB',
        'from the store: p50 / p99 ms',
        'from its file: p50 / p99 ms',
        'in memory: p50 / p99 ms',
      ],
      lines,
    );
    await compare(intake, bounded, tenants);
  } finally {
    await bounded.indexes.close();
    await intake.close();
  }
}

interface Matching {
  readonly indexes: IndexRegistry;
  /** The ids and scores of the answer, as text. */
  match(tenant: TenantId, n: number): Promise<string>;
}

function openMatching(intake: Intake, options: Partial<IndexRegistryOptions>): Matching {
  const indexes = openBenchIndexes(intake, options);
  const service = openBenchMatching(intake, indexes, { clock: () => WORLD_MS });
  const match = async (tenant: TenantId, n: number) => {
    const request = { user_id: worldUserId(n), domain: 'dating', limit: 10, explain: false };
    const { result } = await service.match(tenant, MatchRequest.parse(request));
    return JSON.stringify(result.matches.map(({ user_id, score }) => [user_id, score]));
  };
  return { indexes, match };
}

/** Where the index of a match came from. */
type Origin = 'store' | 'file' | 'memory';

interface Taken {
  readonly ms: Readonly<Record<Origin, number[]>>;
  refused: number;
  peakBytes: number;
}

async function requestAll(
  { indexes, match }: Matching,
  tenants: readonly TenantId[],
  order: readonly number[],
  atOnce: number,
): Promise<Taken> {
  const taken: Taken = { ms: { store: [], file: [], memory: [] }, refused: 0, peakBytes: 0 };
  const waiting = order.values();
  const next = async () => {
    for (const position of waiting) {
      const tenant = tenants[position]!;
      const stats = indexes.stats();
      const bytes = stats.reduce((sum, { bytes: each }) => sum + each, 0);
      taken.peakBytes = Math.max(taken.peakBytes, bytes);
      const isLoaded = stats.some((each) => each.tenant === tenant && each.built);
      const origin = isLoaded ? 'memory' : built.has(tenant) ? 'file' : 'store';
      const started = performance.now();
      try {
        await match(tenant, position * USERS + (position % USERS));
        taken.ms[origin].push(performance.now() - started);
        built.add(tenant);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 503) throw error;
        taken.refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return taken;
}

/** `loadedBefore`: indexes in memory at the beginning. `residentBefore`: bytes. */
function row(
  { ms, refused, peakBytes }: Taken,
  loadedBefore: number,
  { indexes }: Matching,
  residentBefore: number,
): readonly string[] {
  const here = indexes.stats().length;
  const mib = (bytes: number) => (bytes / MIB).toFixed(0);
  const times = (of: readonly number[]) =>
    of.length === 0
      ? '–'
      : `${quantile(of, 0.5).toFixed(1)} / ${quantile(of, 0.99).toFixed(1)} (${of.length})`;
  return [
    String(refused),
    String(here),
    String(loadedBefore + ms.store.length + ms.file.length - here),
    mib(peakBytes),
    mib(process.memoryUsage.rss() - residentBefore),
    times(ms.store),
    times(ms.file),
    times(ms.memory),
  ];
}

/** Compares answers of indexes that were evicted and loaded with those of newly built ones. */
async function compare(intake: Intake, bounded: Matching, tenants: readonly TenantId[]): Promise<void> {
  const engine = openSegmentEngine({ folder: null, threads: 1, onDamage: ({ reason }) => fail(reason) });
  const fresh = openMatching(intake, { engine });
  const sample = shuffled([...tenants.keys()], 3).slice(0, COMPARED);
  let same = 0;
  for (const position of sample) {
    const request = [tenants[position]!, position * USERS + 1] as const;
    if ((await bounded.match(...request)) === (await fresh.match(...request))) same += 1;
  }
  await fresh.indexes.close();
  console.log(`${same} of ${sample.length} answers equal those of a newly built index`);
  if (same < sample.length) process.exitCode = 1;
}

function shuffled(order: readonly number[], seed: number): readonly number[] {
  return new SeededRandom(SEED + seed).shuffle([...order]);
}

function fail(reason: unknown): never {
  throw new Error('the indexes failed', { cause: reason });
}
