/**
 * The reference index by size: filling it, following a store, filters, mutual preferences, a scoring loop
 * over columns, cosines, and top-k. Medians of `--runs` calls on generated people with the usual
 * preferences. `npm run bench -- index [--rows 10000,100000,1000000 --runs 15]`
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type ChangeSequence, changeSequence, type RowNumber, tenantId } from '../src/contract/brands.ts';
import { DomainDefinition } from '../src/domains/definition.ts';
import type { Clauses } from '../src/domains/filter.ts';
import type { Counterpart } from '../src/index/candidate-index.ts';
import { openIndexRegistry } from '../src/index/follow.ts';
import { ReferenceIndex } from '../src/index/reference/reference-index.ts';
import { randomNumbers } from '../src/learn/evaluate/random-numbers.ts';
import type { ProfileRow } from '../src/storage/profile-row.ts';
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import type { Store, StoredProfile } from '../src/storage/store.ts';
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

const random = randomNumbers(7);
const below = (n: number) => Math.floor(random() * n);
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
  const head = { head: 'dating', sourceDomain: 'dating', encoderId: ENCODER, sentences: [], from: ['about'] };
  return { row, head: { ...head, vector: { codes, scale: 0.001 }, at: row.updatedAt } };
}

function filled(rows: number): { index: ReferenceIndex; rowsPerSecond: number; slowestPageMs: number } {
  const index = new ReferenceIndex(definition, changeSequence(0));
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

function medianMs(act: () => unknown): number {
  const times = Array.from({ length: Number(flags.runs) }, () => {
    const started = performance.now();
    act();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[times.length >>> 1]!;
}

/** Two look-ups and a sum a row, as in a scorecard. */
function scoreColumns(index: ReferenceIndex, rows: Uint32Array): Float64Array {
  const [age, goal] = [index.column('age'), index.column('goal')];
  if (age.kind !== 'number' || goal.kind !== 'enum') throw new Error('columns of other kinds');
  const points = Float64Array.of(0, 1, 0.5, -1, 0.25);
  const scores = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    scores[i] = points[goal.codes[row]!]! - Math.abs(age.values[row]! - 30) / 100;
  }
  return scores;
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
  const all = index.all().rows();
  const scores = scoreColumns(index, all);
  const query = Float32Array.from({ length: D }, () => random() - 0.5);
  const some = all.subarray(0, Math.min(10_000, all.length));
  say('apply, rows/s', Math.round(rowsPerSecond).toLocaleString('en'));
  say('apply, slowest page of 200', ms(slowestPageMs));
  say('filter: age range and gender', ms(medianMs(() => index.filter(narrow).size)));
  say('filter: within 300 km', ms(medianMs(() => index.filter(near).size)));
  say(
    'filter: job equals',
    ms(medianMs(() => index.filter([{ op: 'eq', field: 'job', value: 'job 9' }]).size)),
  );
  say('accepting', ms(medianMs(() => index.accepting(counterpart).size)));
  say('rows of a full selection', ms(medianMs(() => index.all().rows())));
  say('score two columns, all rows', ms(medianMs(() => scoreColumns(index, all))));
  say('top 2,000 of all', ms(medianMs(() => index.topK(all, scores, 2000, -10))));
  say(`cosines, ${D} d, 10,000 rows`, ms(medianMs(() => index.similarities(some, query, ENCODER))));
  say(`cosines, ${D} d, all rows`, ms(medianMs(() => index.similarities(all, query, ENCODER))));
  say('rows that accept', index.accepting(counterpart).size.toLocaleString('en'));
  for (const [part, bytes] of Object.entries(index.memory()))
    say(`memory: ${part}`, `${(bytes / 2 ** 20).toFixed(1)} MiB`);
  if (!index.isLive(0 as RowNumber)) throw new Error('the index lost a row');
}
printTable(
  ['', ...sizes.map((rows) => `${rows.toLocaleString('en')} rows`)],
  [...lines].map(([name, values]) => [name, ...values]),
);
await measureBuildFromStore(Number(flags['store-rows']));

/** The first build over SQLite, and the longest block of the event loop. */
async function measureBuildFromStore(rows: number): Promise<void> {
  using folder = openBenchFolder();
  const store = await openSqliteStore({
    file: join(folder.path, 'counterpart.sqlite'),
    synchronous: 'normal',
  });
  try {
    await fillStore(store, rows);
    const indexFor = (of: DomainDefinition, sequence: ChangeSequence) =>
      new ReferenceIndex(of, sequence, ENCODER);
    const servingEncoder = async () => ENCODER;
    const registry = openIndexRegistry({
      store,
      indexFor,
      servingEncoder,
      patienceRows: Number.POSITIVE_INFINITY,
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
  const rest = { contextItems: [], dropHeads: [], refreshDueAtMs: null };
  for (let n = 0; n < rows; n += 500) {
    const people = Array.from({ length: Math.min(500, rows - n) }, (_, i) => aPerson(n + i));
    const writes = people.map(({ row, head }) => {
      const sentence = { text: 'I spend my weekends hiking and cooking for friends.', vector: head!.vector };
      const heads = [{ ...head!, sentences: [sentence, sentence, sentence, sentence] }];
      return { row: { ...row, revision: 0 }, heads, ...rest };
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
  return times.sort((a, b) => a - b)[times.length >>> 1]!;
}
