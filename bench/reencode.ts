/**
 * Re-encoding of all profiles with the embedded encoder during matches, through a server and its worker.
 * Prints rows a second, and the latency of matches meanwhile and afterwards. The profiles are generated, with
 * ten sentences each. Their first vectors have 384 dimensions and are of an encoder that no longer exists.
 *
 *   npm run bench -- reencode [ROWS] [--alone]
 *
 * ROWS: 60000 by default. `--alone`: without a server, by processor time, for a busy machine.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEncoders } from '../src/composition/open-encoders.ts';
import { reencodeParts } from '../src/composition/open-reencoding.ts';
import { openStoreAndAccounts } from '../src/composition/open-store.ts';
import type { TenantId } from '../src/contract/brands.ts';
import { openIndexRegistry } from '../src/matching/index/open-index-registry.ts';
import { ReferenceIndex } from '../src/matching/index/reference/reference-index.ts';
import { makeMissing } from '../src/people/profiles/vectors/reencode-profiles.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import type { ProfileWrite } from '../src/platform/storage/profile-row.ts';
import { quantizeFinely, quantizeVector } from '../src/platform/storage/quantized-vector.ts';
import { sampleWrite } from '../src/platform/storage/testing/sample-profiles.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { type RunningServer, runServer } from './world/running-server.ts';

const ROWS = Number(process.argv[2] ?? 60_000);
const DIMENSION_BEFORE = 384;
const BEFORE = 'gone@1#00000000';
const BATCH = 500;
const PAUSE_MS = 20;
const MATCHES_AFTER = 300;
const INDEX_BYTES = 'counterpart_index_bytes';

const random = new SeededRandom(7);
const pick = <T>(from: readonly T[]): T => random.pick(from);
const subjects = [
  'I',
  'My friends and I',
  'On Sundays I',
  'After work I',
  'When it rains I',
  'With my dog I',
];
const verbs = [
  'love',
  'often enjoy',
  'cannot live without',
  'spend too much on',
  'am learning about',
  'write of',
];
const objects = [
  ...['hiking in the hills', 'old French films', 'baking sourdough', 'sailing on the bay', 'jazz and blues'],
  ...[
    'board games',
    'growing tomatoes',
    'teaching children',
    'machine learning',
    'marathon training',
    'opera',
  ],
  ...[
    'vegetarian cooking',
    'museums of modern art',
    'science fiction',
    'yoga at dawn',
    'football with friends',
  ],
];
const ends = ['', ' and would share it', ', every week', ', whatever people say', ' since I was a child'];

using folder = openBenchFolder();
const data = folder.path;
const key = await seed();
if (process.argv.includes('--alone')) await benchAlone();
else await bench();

async function seed(): Promise<string> {
  const { store, accounts, close } = await openStoreAndAccounts({ data });
  const { tenantId } = await accounts.createTenant({
    name: 'bench',
    domains: ['dating'],
    email: 'b@example.com',
  });
  const { key } = await accounts.createKey(tenantId, {
    scopes: ['match', 'read'],
    rate: 100_000,
    burst: 100_000,
  });
  await store.encoders.adopt({ encoderId: BEFORE, spec: null, since: new Date().toISOString() });
  for (let n = 0; n < ROWS; n += BATCH) {
    const count = Math.min(BATCH, ROWS - n);
    await store.profiles.write(Array.from({ length: count }, (_, i) => aPerson(tenantId, n + i)));
  }
  await close();
  return key;
}

function aPerson(tenantId: TenantId, n: number): ProfileWrite {
  const sentences = Array.from(
    { length: 10 },
    () => `${pick(subjects)} ${pick(verbs)} ${pick(objects)}${pick(ends)}.`,
  );
  const fields = {
    age: 20 + random.below(40),
    gender: pick(['woman', 'man']),
    values_text: sentences.join(' '),
  };
  const at = '2026-01-02T03:04:05.678Z';
  const provenance = { source: 'fields', extractor: 'client', confidence: 1, at } as const;
  const client = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { value, provenance }]),
  );
  const vector = () => Float32Array.from({ length: DIMENSION_BEFORE }, () => random.uniform() - 0.5);
  const profileVector = {
    ...{ domain: 'dating', sourceDomain: 'dating', encoderId: BEFORE, from: ['values_text'], at },
    vector: quantizeFinely(vector()),
    sentences: sentences.slice(0, 8).map((text) => ({ text, vector: quantizeVector(vector()) })),
  };
  const row = {
    tenantId,
    fields,
    layers: { client, feedback: {}, extracted: {} },
    missingRequired: [],
    complete: true,
  };
  return sampleWrite(`p${n}`, row, { vectors: [profileVector], encodedBy: [BEFORE] });
}

/** Does the job's work in this process, with an index that changes over. */
async function benchAlone(): Promise<void> {
  const { store, accounts, close } = await openStoreAndAccounts({ data });
  const settings = { textEncoder: 'embedded', textEncoderModel: null, textEncoderApiKey: null };
  const encoders = await openEncoders(settings, store, { mayBeginSwitch: true, onNotice: () => {} });
  const [tenant] = await accounts.listTenants();
  const { definition } = await accounts.domainFor(tenant!.tenantId, 'dating');
  const indexes = openIndexRegistry({
    store,
    indexFor: (of, sequence, encoderId) => new ReferenceIndex(of, sequence, encoderId),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    maxWaitRows: Number.POSITIVE_INFINITY,
    followEveryMs: 0,
  });
  const vectorBytes = async () => (await indexes.ready(tenant!.tenantId, definition)).memory();
  const before = await vectorBytes();
  const control = { signal: new AbortController().signal, onProgress: () => {} };
  const started = process.cpuUsage();
  const { rows } = await makeMissing(reencodeParts({ store, accounts, clock: Date.now }, encoders), control);
  const { user, system } = process.cpuUsage(started);
  const cpuSeconds = (user + system) / 1e6;
  const filled = process.cpuUsage();
  let index = await indexes.ready(tenant!.tenantId, definition);
  while (index.encoderId === BEFORE) {
    await sleep(1);
    index = await indexes.ready(tenant!.tenantId, definition);
  }
  const fill = process.cpuUsage(filled);
  const both = index.memory();
  index.dropOtherVectors();
  printTable(
    ['rows', 'processor seconds', 'rows a processor second', 'index changes over, processor ms'],
    [
      [
        rows,
        cpuSeconds.toFixed(1),
        Math.round(rows / cpuSeconds),
        ((fill.user + fill.system) / 1000).toFixed(0),
      ],
    ],
  );
  const sum = (memory: Readonly<Record<string, number>>) => Object.values(memory).reduce((a, b) => a + b, 0);
  printTable(
    ['index', 'MiB', 'of that, vectors'],
    (
      [
        ['before', before],
        ['with vectors of both', both],
        ['after', index.memory()],
      ] as const
    ).map(([name, memory]) => [name, mib(sum(memory)), mib(memory.vectors!)]),
  );
  await indexes.close();
  await encoders.close();
  await close();
}

async function bench(): Promise<void> {
  // A server is ready when its indexes are in memory; matches start before that.
  await using server = await runServer(data, key, ['--text-encoder', 'embedded'], '/healthz');
  const started = performance.now();
  const bytes: number[] = [];
  const [first, during]: [number[], number[]] = [[], []];
  // Loads the index.
  await matchOnce(server, first, bytes);
  while ((await encoder(server))?.target !== null) await matchOnce(server, during, bytes);
  const seconds = (performance.now() - started) / 1000;
  const filling: number[] = [];
  for (let n = 0; n < MATCHES_AFTER; n++) await matchOnce(server, filling, bytes);
  // Vectors of the previous encoder are dropped after 10 s.
  await sleep(11_000);
  const after: number[] = [];
  for (let n = 0; n < MATCHES_AFTER; n++) await matchOnce(server, after, bytes);
  console.log(`load average ${loadavg().map((average) => average.toFixed(1))}`);
  printTable(
    ['rows', 'seconds', 'rows/s', 'index MiB before', 'peak', 'after'],
    [
      [
        ROWS,
        seconds.toFixed(1),
        Math.round(ROWS / seconds),
        ...[bytes[0]!, Math.max(...bytes), bytes.at(-1)!].map(mib),
      ],
    ],
  );
  printTable(
    ['matches', 'count', 'p50 ms', 'p99 ms', 'slowest ms'],
    [
      ['the first, which loads the index', ...figures(first)],
      ['while people are encoded', ...figures(during)],
      ['just after the new encoder serves', ...figures(filling)],
      ['afterwards', ...figures(after)],
    ],
  );
}

async function encoder(server: RunningServer) {
  const { body } = await server.call<{ encoder?: { target: string | null } }>('GET', '/readyz');
  return body.encoder ?? null;
}

async function matchOnce(server: RunningServer, ms: number[], bytes: number[]): Promise<void> {
  const body = { user_id: `p${random.below(ROWS)}`, domain: 'dating', limit: 20 };
  const answer = await server.call('POST', '/v1/match', body);
  if (answer.status === 503) {
    await sleep(500);
    return;
  }
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  ms.push(answer.ms);
  const held = (await server.metric(INDEX_BYTES)).get('') ?? 0;
  if (held > 0) bytes.push(held);
  await sleep(PAUSE_MS);
}

function figures(ms: readonly number[]): (string | number)[] {
  return [ms.length, ...[0.5, 0.99, 1].map((q) => quantile(ms, q).toFixed(1))];
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
