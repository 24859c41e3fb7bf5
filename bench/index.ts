/**
 * The candidate index by size: filling it, following a store, filters, accepting rows, scoring by two terms,
 * cosines, and top-k. Medians of `--runs` calls on made-up people with the usual preferences. `npm
 * run bench -- index [--rows 10000,100000,1000000 --runs 15]`
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type ChangeSequence, changeSequence, type RowNumber, tenantId } from '../src/contract/brands.ts';
import { DomainDefinition } from '../src/domains/definition.ts';
import type { Clauses } from '../src/domains/filter.ts';
import type {
  CandidateIndex,
  Counterpart,
  NarrowingStep,
  RankScoring,
} from '../src/matching/index/candidate-index.ts';
import { openIndexRegistry } from '../src/matching/index/open-index-registry.ts';
import { SegmentedIndex } from '../src/matching/index/segments/segmented-index.ts';
import { QueryWorkers } from '../src/matching/index/segments/workers/query-workers.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { median } from '../src/platform/numeric/statistics.ts';
import type { ProfileRow } from '../src/platform/storage/profile-row.ts';
import { openSqliteStore } from '../src/platform/storage/sqlite/sqlite-store.ts';
import type { Store, StoredProfile } from '../src/platform/storage/store.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000,1000000' },
    runs: { type: 'string', default: '15' },
    'store-rows': { type: 'string', default: '20000' },
  },
});
const TENANT = tenantId('ten_bench');
const D = 256;
const ENCODER = 'bench@1#00000000';
const LANGUAGES = ['en', 'pt', 'de', 'fr', 'es', 'it'];
const GENDERS = ['woman', 'man', 'nonbinary', 'other'];
const GOALS = ['long_term', 'marriage', 'casual', 'friendship'];

const definition = DomainDefinition.parse({
  domain: 'dating',
  version: 1,
  title: 'Benchmark',
  reciprocal: 'product',
  fields: [
    { name: 'age', kind: 'hard', type: 'integer' },
    { name: 'gender', kind: 'hard', type: 'enum', values: GENDERS },
    { name: 'goal', kind: 'hard', type: 'enum', values: GOALS },
    { name: 'speaks', kind: 'hard', type: 'enum', multiple: true, values: LANGUAGES },
    { name: 'smokes', kind: 'hard', type: 'boolean' },
    { name: 'job', kind: 'hard', type: 'string' },
    { name: 'location', kind: 'hard', type: 'string', format: 'geo' },
    { name: 'about', kind: 'soft', type: 'string' },
  ],
  scorecard: {},
});

const random = new SeededRandom(7);
const below = (n: number) => random.below(n);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;

function aPerson(n: number): StoredProfile {
  const age = 18 + below(60);
  const city = below(2000);
  const [lat, lon] = [((city * 37) % 120) - 60, ((city * 91) % 360) - 180];
  const clauses: Clauses = [
    { op: 'gte', field: 'age', value: age - 8 },
    { op: 'lte', field: 'age', value: age + 8 },
    { op: 'in', field: 'gender', values: [oneOf(GENDERS)] },
    ...(n % 3 === 0 ? [{ op: 'within_km', field: 'location', km: 500, origin: null } as const] : []),
    ...(n % 50 === 0 ? [{ op: 'ne', field: 'job', value: 'job 3' } as const] : []),
  ];
  const row: ProfileRow = {
    tenantId: TENANT,
    domain: 'dating',
    userId: `user-${n}`,
    schemaVersion: 'dating.v1',
    layers: { client: {}, feedback: {}, extracted: {} },
    fields: {
      age,
      gender: oneOf(GENDERS),
      goal: oneOf(GOALS),
      speaks: [oneOf(LANGUAGES.slice(0, 3)), oneOf(LANGUAGES.slice(3))],
      ...(n % 4 === 0 ? {} : { smokes: n % 5 === 0 }),
      job: `job ${below(500)}`,
      location: `city ${city}`,
    },
    derived: {},
    extras: {},
    places: { location: { key: `city:${city}`, name: `city ${city}`, country: null, lat, lon } },
    preferences: {
      given: null,
      givenAt: null,
      extracted: {},
      extractedProvenance: {},
      effective: { clauses, excludeUserIds: [] },
    },
    missingRequired: [],
    complete: true,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    lastEnrichedAt: null,
    revision: 1,
  };
  const codes = Int8Array.from({ length: D }, () => below(255) - 127);
  const profileVector = {
    domain: 'dating',
    sourceDomain: 'dating',
    encoderId: ENCODER,
    sentences: [],
    from: ['about'],
  };
  return { row, profileVector: { ...profileVector, vector: { codes, scale: 0.001 }, at: row.updatedAt } };
}

const workers = new QueryWorkers(availableParallelism());

function newIndex(of: DomainDefinition, sequence: ChangeSequence): SegmentedIndex {
  return new SegmentedIndex(of, workers, { sequence, encoderId: ENCODER });
}

function filled(rows: number): { index: SegmentedIndex; rowsPerSecond: number; slowestPageMs: number } {
  const index = newIndex(definition, changeSequence(0));
  const pages: number[] = [];
  for (let n = 0; n < rows; n += 200) {
    const upserts = Array.from({ length: Math.min(200, rows - n) }, (_, i) => aPerson(n + i));
    const started = performance.now();
    index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
    pages.push(performance.now() - started);
  }
  const totalMs = pages.reduce((sum, ms) => sum + ms, 0);
  return { index, rowsPerSecond: rows / (totalMs / 1000), slowestPageMs: Math.max(...pages) };
}

async function medianMs(act: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < Number(flags.runs); run++) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** A look-up and a difference of numbers, as in a scorecard. */
function twoTerms({ codes }: CandidateIndex): RankScoring {
  const position = (name: string) => definition.fields.findIndex((field) => field.name === name);
  const points = Float64Array.of(0, 1, 0.5, -1, 0.25);
  const table = new Float64Array(2 * codes.codeLimit(position('goal')));
  for (let code = 0; code < table.length / 2; code++) table[2 * code] = points[code] ?? 0;
  const apart = {
    x: 'apart' as const,
    c: 30,
    unit: 1,
    weight: 1,
    knots: [
      [0, 0],
      [100, -1],
    ] as const,
  };
  return {
    program: {
      intercept: 0,
      terms: [
        { op: 'codes', field: position('goal'), table },
        { op: 'number', field: position('age'), missing: [0, 0], forward: apart, backward: apart },
      ],
      personEffects: null,
      aggregation: 'off',
      calibration: null,
    },
    personEffects: null,
  };
}

async function countOf(index: CandidateIndex, step: NarrowingStep): Promise<number> {
  const { selection } = await index.select([step]);
  selection.release();
  return selection.size;
}

const narrow: Clauses = [
  { op: 'gte', field: 'age', value: 25 },
  { op: 'lt', field: 'age', value: 35 },
  { op: 'in', field: 'gender', values: ['woman', 'nonbinary'] },
];
const lisbon = { lat: 38.7, lon: -9.1 };
const near: Clauses = [{ op: 'within_km', field: 'location', km: 300, origin: lisbon }];
const counterpart: Counterpart = {
  userId: 'me',
  values: { age: 30, gender: 'man', job: 'job 1' },
  places: { location: { key: 'me', ...lisbon } },
};

const lines = new Map<string, string[]>();
const say = (name: string, value: string) => lines.set(name, [...(lines.get(name) ?? []), value]);
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

const sizes = flags.rows.split(',').map(Number);
for (const rows of sizes) {
  const { index, rowsPerSecond, slowestPageMs } = filled(rows);
  const { selection } = await index.select([]);
  const all = selection.rows();
  const scoring = twoTerms(index);
  const scores = Float64Array.from(all, () => random.uniform());
  const query = Float32Array.from({ length: D }, () => random.uniform() - 0.5);
  const some = all.subarray(0, Math.min(10_000, all.length));
  const timeOf = async (step: NarrowingStep) => ms(await medianMs(() => countOf(index, step)));
  const jobIs9: Clauses = [{ op: 'eq', field: 'job', value: 'job 9' }];
  const accepting: NarrowingStep = { reason: 'not_wanted', accepts: counterpart };
  say('apply, rows/s', Math.round(rowsPerSecond).toLocaleString('en'));
  say('apply, slowest page of 200', ms(slowestPageMs));
  say('filter: age range and gender', await timeOf({ reason: 'filters', keep: narrow }));
  say('filter: within 300 km', await timeOf({ reason: 'filters', keep: near }));
  say('filter: job equals', await timeOf({ reason: 'filters', keep: jobIs9 }));
  say('accepting', await timeOf(accepting));
  say('rows of a full selection', ms(await medianMs(() => selection.rows())));
  say(
    'score by two terms, top 2,000 of all rows',
    ms(await medianMs(() => index.rank(selection, scoring, { topK: 2000, minScore: 0 }))),
  );
  say('top 2,000 of given scores', ms(await medianMs(() => index.topK(all, scores, 2000, -10))));
  say(`cosines, ${D} d, 10,000 rows`, ms(await medianMs(() => index.similarities(some, query, ENCODER))));
  say(`cosines, ${D} d, all rows`, ms(await medianMs(() => index.similarities(all, query, ENCODER))));
  say('rows that accept', (await countOf(index, accepting)).toLocaleString('en'));
  for (const [part, bytes] of Object.entries(index.memory()))
    say(`memory: ${part}`, `${(bytes / 2 ** 20).toFixed(1)} MiB`);
  if (!index.isLive(0 as RowNumber)) throw new Error('the index lost a row');
  index.release();
}
printTable(
  ['', ...sizes.map((rows) => `${rows.toLocaleString('en')} rows`)],
  [...lines].map(([name, values]) => [name, ...values]),
);
await measureBuildFromStore(Number(flags['store-rows']));
await workers.close();

/** The first build over SQLite, and the longest block of the event loop. */
async function measureBuildFromStore(rows: number): Promise<void> {
  using folder = openBenchFolder();
  const store = await openSqliteStore({
    file: join(folder.path, 'counterpart.sqlite'),
    synchronous: 'normal',
  });
  try {
    await fillStore(store, rows);
    const indexFor = (of: DomainDefinition, sequence: ChangeSequence) => newIndex(of, sequence);
    const servingEncoder = async () => ENCODER;
    const registry = openIndexRegistry({
      store,
      indexFor,
      servingEncoder,
      maxWaitRows: Number.POSITIVE_INFINITY,
      followEveryMs: 0,
    });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const started = performance.now();
    const index = await registry.ready(TENANT, definition);
    const seconds = (performance.now() - started) / 1000;
    delay.disable();
    const readyMs = await medianOfAsync(() => registry.ready(TENANT, definition));
    printTable(
      ['build from SQLite', 'rows/s', 'event loop delay, p99', 'longest', 'ready() with nothing new'],
      [
        [
          index.size.toLocaleString('en'),
          Math.round(index.size / seconds).toLocaleString('en'),
          ms(delay.percentile(99) / 1e6),
          ms(delay.max / 1e6),
          ms(readyMs),
        ],
      ],
    );
    await registry.close();
  } finally {
    await store.close();
  }
}

async function fillStore(store: Store, rows: number): Promise<void> {
  const rest = { contextItems: [], dropVectors: [], refreshDueAtMs: null };
  for (let n = 0; n < rows; n += 500) {
    const people = Array.from({ length: Math.min(500, rows - n) }, (_, i) => aPerson(n + i));
    const writes = people.map(({ row, profileVector }) => {
      const sentence = {
        text: 'I spend my weekends hiking and cooking for friends.',
        vector: profileVector!.vector,
      };
      const vectors = [{ ...profileVector!, sentences: [sentence, sentence, sentence, sentence] }];
      return { row: { ...row, revision: 0 }, vectors, ...rest };
    });
    await store.profiles.write(writes);
  }
}

async function medianOfAsync(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 200; run++) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return median(times);
}
