/**
 * Many small tenants in little memory: each is asked for a match, first built from the store, then again in another order
 * while the indexes may take no more than `--memory`. Told are the memory, who had to go, what a first match waits for,
 * and whether anybody was refused or answered otherwise than by an index that was made anew.
 *
 *   npm run bench -- tenants [--tenants 1000] [--users 1000] [--memory 260] [--data FOLDER]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Intake, openIntake } from '../src/composition/open-intake.ts';
import type { TenantId } from '../src/contract/brands.ts';
import { MIB } from '../src/contract/common.ts';
import { ApiError } from '../src/contract/errors.ts';
import { MatchRequest } from '../src/contract/match.ts';
import { type IndexRegistryOptions, openIndexRegistry } from '../src/index/follow.ts';
import { openSegmentEngine } from '../src/index/segments/segment-engine.ts';
import { createMatchService } from '../src/match/create-match-service.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { quantile } from '../src/numeric/statistics.ts';
import { printTable } from './support/measure.ts';
import { WORLD_MS, worldUserId } from './world/generate-people.ts';
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

/** Whose index was built from the store so far. */
const built = new Set<TenantId>();

const folder = flags.data ?? mkdtempSync(join(tmpdir(), 'counterpart-bench-tenants-'));
try {
  await measure(folder);
} finally {
  if (flags.data === undefined) rmSync(folder, { recursive: true, force: true });
}

async function measure(data: string): Promise<void> {
  const tenants = await tenantsFolder(data, TENANTS, USERS);
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  const intake = await openIntake(settings, { mayBeginSwitch: false, onNotice: () => undefined });
  const kept = join(data, 'indexes');
  rmSync(kept, { recursive: true, force: true });
  const engine = openSegmentEngine({ folder: kept, threads: 2, onDamage: ({ reason }) => fail(reason) });
  const bounded = openMatching(intake, { engine, memoryBytes: MEMORY * MIB });
  try {
    const before = process.memoryUsage.rss();
    const lines: (readonly string[])[] = [];
    const take = async (name: string, order: readonly number[], atOnce: number) => {
      const there = bounded.indexes.stats().length;
      const taken = await ask(bounded, tenants, order, atOnce);
      lines.push([name, ...row(taken, there, bounded, before)]);
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
        'let go',
        'index MiB, most',
        'resident grew by MiB',
        'from the store: p50 / p99 ms',
        'read back: p50 / p99 ms',
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
  readonly indexes: ReturnType<typeof openIndexRegistry>;
  /** What is answered, as text. */
  match(tenant: TenantId, n: number): Promise<string>;
}

function openMatching(
  { store, encoders, gazetteer, accounts, profiles }: Intake,
  options: Partial<IndexRegistryOptions>,
): Matching {
  const indexes = openIndexRegistry({
    store,
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    onFailure: (error) => fail(error),
    ...options,
  });
  const service = createMatchService({
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureVector: profiles.ensureVector,
    clock: () => WORLD_MS,
  });
  const match = async (tenant: TenantId, n: number) => {
    const request = { user_id: worldUserId(n), domain: 'dating', limit: 10, explain: false };
    const { matches } = await service.match(tenant, MatchRequest.parse(request));
    return JSON.stringify(matches.map(({ user_id, score }) => [user_id, score]));
  };
  return { indexes, match };
}

type Kind = 'store' | 'kept' | 'memory';

interface Taken {
  readonly ms: Readonly<Record<Kind, number[]>>;
  refused: number;
  mostBytes: number;
}

async function ask(
  { indexes, match }: Matching,
  tenants: readonly TenantId[],
  order: readonly number[],
  atOnce: number,
): Promise<Taken> {
  const taken: Taken = { ms: { store: [], kept: [], memory: [] }, refused: 0, mostBytes: 0 };
  const waiting = order.values();
  const askOn = async () => {
    for (const position of waiting) {
      const tenant = tenants[position]!;
      const stats = indexes.stats();
      const bytes = stats.reduce((sum, { bytes: each }) => sum + each, 0);
      taken.mostBytes = Math.max(taken.mostBytes, bytes);
      const isLoaded = stats.some((each) => each.tenant === tenant && each.built);
      const kind = isLoaded ? 'memory' : built.has(tenant) ? 'kept' : 'store';
      const started = performance.now();
      try {
        await match(tenant, position * USERS + (position % USERS));
        taken.ms[kind].push(performance.now() - started);
        built.add(tenant);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 503) throw error;
        taken.refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
  return taken;
}

/** `there`: indexes in memory when it began. */
function row(
  { ms, refused, mostBytes }: Taken,
  there: number,
  { indexes }: Matching,
  before: number,
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
    String(there + ms.store.length + ms.kept.length - here),
    mib(mostBytes),
    mib(process.memoryUsage.rss() - before),
    times(ms.store),
    times(ms.kept),
    times(ms.memory),
  ];
}

/** Answers of indexes that came and went, beside those of indexes that were made for the question. */
async function compare(intake: Intake, bounded: Matching, tenants: readonly TenantId[]): Promise<void> {
  const engine = openSegmentEngine({ folder: null, threads: 1, onDamage: ({ reason }) => fail(reason) });
  const fresh = openMatching(intake, { engine });
  const sample = shuffled([...tenants.keys()], 3).slice(0, COMPARED);
  let same = 0;
  for (const position of sample) {
    const asked = [tenants[position]!, position * USERS + 1] as const;
    if ((await bounded.match(...asked)) === (await fresh.match(...asked))) same += 1;
  }
  await fresh.indexes.close();
  console.log(`${same} of ${sample.length} answers are those of an index made anew`);
  if (same < sample.length) process.exitCode = 1;
}

function shuffled(order: readonly number[], seed: number): readonly number[] {
  return new SeededRandom(SEED + seed).shuffle([...order]);
}

function fail(reason: unknown): never {
  throw new Error('the indexes failed', { cause: reason });
}
