/**
 * Every setting has an effect. Each entry of the settings table has a demonstration here, on the composed
 * service or on the process; an entry without one fails. All demonstrations share four services. One has as
 * many changed settings as go together, one has slow dependencies, one is full at once, and one has nearly
 * all defaults.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AwsClient } from 'aws4fetch';
import { InferenceSession } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDriftWatch } from '../../src/composition/open-drift-watch.ts';
import { startWarming } from '../../src/composition/open-indexes.ts';
import { openReplicas } from '../../src/composition/open-replicas.ts';
import { openSearchEngine } from '../../src/composition/open-search-engine.ts';
import { openStoreAndAccounts, postgresSettings } from '../../src/composition/open-store.ts';
import { openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../src/composition/open-tasks.ts';
import { changeSequence, tenantId } from '../../src/contract/brands.ts';
import { noFeatures } from '../../src/contract/dataset-features.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import {
  type ChatServerUnderTest,
  likesAllEqually,
  startChatServer,
  writeCompletion,
} from '../../src/engines/llm/testing/chat-server.ts';
import type { IndexRegistry } from '../../src/matching/index/candidate-index.ts';
import {
  type RerankServerUnderTest,
  startRerankServer,
} from '../../src/matching/rerankers/testing/rerank-server.ts';
import { startLoopbackEngine } from '../../src/matching/search-engine/opensearch/testing/loopback-engine.ts';
import { forgetAuditSchedule } from '../../src/outside/accounts/forget-audit-schedule.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { createMetrics } from '../../src/outside/http/metrics/metrics.ts';
import { sharedNotes } from '../../src/outside/replicas/testing/shared-notes.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import type { Settings } from '../../src/platform/config/settings.ts';
import { type LoopbackS3, startLoopbackS3 } from '../../src/platform/outbound/testing/loopback-s3.ts';
import { openPool } from '../../src/platform/storage/postgres/open-pool.ts';
import type { Store } from '../../src/platform/storage/store.ts';
import { sampleJob } from '../../src/platform/storage/testing/sample-jobs.ts';
import { sampleWrite } from '../../src/platform/storage/testing/sample-profiles.ts';
import { openRaw } from '../../src/platform/testing/raw-http.ts';
import { receiveMail } from '../../src/platform/testing/receive-mail.ts';
import { until } from '../../src/platform/testing/until.ts';
import { startOtlpReceiver } from '../../src/platform/tracing/testing/otlp-receiver.ts';
import { temporaryFolder } from '../running-service.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { type OutsideWorld, startOutsideWorld } from './testing/outside-world.ts';

const threadScripts = vi.hoisted(() => [] as string[]);
vi.mock('node:worker_threads', async (original) => {
  const threads = await original<typeof import('node:worker_threads')>();
  class Worker extends threads.Worker {
    constructor(...given: ConstructorParameters<typeof threads.Worker>) {
      threadScripts.push(String(given[0]).split('/').at(-1)!);
      super(...given);
    }
  }
  return { ...threads, Worker, default: { ...threads, Worker } };
});

const silent = createLogger('silent');

let chat: ChatServerUnderTest;
let rerank: RerankServerUnderTest;
let outside: OutsideWorld;
let mail: Awaited<ReturnType<typeof receiveMail>>;
let changed: ComposedService;
let slow: ComposedService;
let full: ComposedService;
let plain: ComposedService;
let files: LoopbackS3;
let bucketed: ComposedService;

const item = '{"type":"item","item_id":"a","text":"A"}\n';
const secretKey = 'wJalr-of-the-test';
const person = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };

beforeAll(async () => {
  chat = await startChatServer((data, call) =>
    'candidates' in (data as object) ? likesAllEqually(data, call) : { values: {}, demands: [] },
  );
  rerank = await startRerankServer(() => 1);
  outside = await startOutsideWorld({ '/bucket/path/a.jsonl': item, '/exports/a.jsonl': item });
  mail = await receiveMail();
  changed = await composed(
    {
      '--public-url': 'https://match.example.com',
      '--console': 'off',
      '--text-encoder': `openai:${outside.url}/v1`,
      '--text-encoder-model': 'vectors-1',
      '--text-encoder-api-key': 'sk-vectors',
      '--smtp-url': mail.url,
      '--mail-from': 'Matching <matching@example.com>',
      '--llm-url': chat.url,
      '--llm-model': 'judge-1',
      '--llm-api-key': 'sk-judge',
      '--llm-price': '1,2',
      '--llm-daily-usd': '0.02',
      '--llm-concurrency': '2',
      '--extraction': 'llm',
      '--reranker': `cohere:${rerank.url}`,
      '--reranker-model': 'rerank-1',
      '--reranker-api-key': 'sk-rerank',
      '--body-limit': '65536',
      '--matches-at-once': '2',
      '--matches-waiting': '1',
      '--index-threads': '1',
      '--candidate-texts-memory': '0',
      '--image-encoder': 'folder:/nowhere',
      '--job-workers': '0',
      '--training-threads': '3',
      '--inference-threads': '2',
      '--import-sources': `${outside.url}/exports/ s3://bucket/path/`,
      '--aws-access-key-id': 'AKIA-of-the-test',
      '--aws-secret-access-key': secretKey,
      '--aws-session-token': 'session-of-the-test',
      '--aws-region': 'eu-north-1',
      '--aws-endpoint-url': outside.url,
    },
    { inferenceMemoryMib: 0.001 },
  );
  slow = await composed(
    {
      '--llm-url': chat.url,
      '--llm-model': 'judge-1',
      '--judge-timeout-ms': '10',
      '--reranker': `cohere:${rerank.url}`,
      '--reranker-timeout-ms': '10',
    },
    { matchWaitSeconds: 0.001 },
  );
  full = await composed(
    {
      '--max-in-flight': '1',
      '--open-bodies': '2',
      '--bodies-per-key': '1',
      '--body-min-rate': '1000000',
      '--body-grace': '3',
      '--answer-stall': '1',
      '--export-hours': '5',
    },
    { indexMemoryMib: 0.001 },
  );
  plain = await composed({ '--index-threads': '3' });
  files = await startLoopbackS3();
  bucketed = await composed({
    '--artifacts': `s3://${files.bucket}/of/the-test`,
    '--download-redirects': 'on',
    '--aws-endpoint-url': files.access.endpoint,
    '--aws-access-key-id': files.access.accessKeyId,
    '--aws-secret-access-key': files.access.secretAccessKey,
    '--aws-region': files.access.region,
  });
  for (const service of [changed, slow, plain]) await addPeople(service);
}, 120_000);

afterAll(async () => {
  for (const service of [changed, slow, full, plain, bucketed]) await service?.stop();
  for (const server of [chat, rerank, outside, mail, files]) await server?.close();
}, 60_000);

async function addPeople(service: ComposedService): Promise<void> {
  for (const user_id of ['me', 'a', 'b', 'c']) {
    const answer = await service.send('users', { user_id, domain: 'dating', fields: person });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  }
}

const match = (service: ComposedService, more: object = {}) =>
  service.send('match', { user_id: 'me', domain: 'dating', ...more });

/** A server beside another one, which shares a domain of 100 people with it. */
async function replicaOf(given: Readonly<Record<string, string>>) {
  const url = 'http://127.0.0.1:18090';
  const settings = readSettings(
    { COUNTERPART_REPLICA_URL: url, COUNTERPART_INDEX_OWNERS: '2', ...given },
    [],
  );
  const notes = sharedNotes();
  notes.notes.set('http://other:1', {
    url: 'http://other:1',
    state: 'ready',
    seenMs: Number.POSITIVE_INFINITY,
  });
  const built = { domains: [] as string[], looked: false };
  const store = {
    replicas: notes,
    secrets: { secret: async () => new Uint8Array(32) },
    statistics: { people: async () => 100 },
    profiles: {
      lastSequences: async () => {
        setImmediate(() => {
          built.looked = true;
        });
        return new Map([['ten_1 dating', 1]]);
      },
    },
  } as unknown as Store;
  const replicas = await openReplicas({
    settings,
    store,
    metrics: createMetrics(),
    logger: silent,
    clock: Date.now,
  });
  const indexes = {
    rowsOf: () => null,
    prepare: async (_: unknown, { domain }: { domain: string }) => {
      built.domains.push(domain);
    },
    releaseIdle: async () => {},
  } as unknown as IndexRegistry;
  const unused = { match: async () => Promise.reject(new Error('not asked')) };
  await replicas.start(
    unused,
    indexes,
    async (_, domain) => ({ domain }) as DomainDefinition,
    Promise.resolve(),
  );
  return { url, replicas, built };
}

/** A prompt of its own each time: answers are kept by content. */
let prompts = 0;
const judged = (service: ComposedService) =>
  match(service, { stages: { llm_judge: { enabled: true, prompt: `Somebody ${prompts++}` } } });

const figure = async (service: ComposedService, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await service.send('/metrics')).text)?.[1] ?? 0);

const degradedBy = async (asked: Promise<{ body: { degraded: { stage: string }[] } }>, stage: string) =>
  (await asked).body.degraded.some((each) => each.stage === stage);

const late = (response: Parameters<(typeof chat.faults)[number]>[0]) =>
  void setTimeout(() => writeCompletion(response, { verdicts: [] }), 300);

/** How many threads with this script began meanwhile. */
async function threadsOf(script: RegExp, work: () => Promise<unknown>): Promise<number> {
  const before = threadScripts.length;
  await work();
  return threadScripts.slice(before).filter((name) => script.test(name)).length;
}

/** How many processes began meanwhile. */
async function processesOf(work: () => Promise<unknown>): Promise<number> {
  let started = 0;
  const count = () => {
    started++;
  };
  subscribe('child_process', count);
  try {
    await work();
  } finally {
    unsubscribe('child_process', count);
  }
  return started;
}

const repository = join(import.meta.dirname, '../..');

function serve(...argv: readonly string[]): { readonly process: ChildProcess; output(): string } {
  const child = spawn(process.execPath, ['src/main.ts', 'serve', '--job-workers', '0', ...argv], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  return { process: child, output: () => output };
}

/** A dataset of people that walk a circle of items: enough for a small model. */
/**
 * Three versions of a name, three days old; `left`: the ones left after the schedule ran with the settings.
 */
async function versionsAfter(settings: Partial<Settings>, left: readonly number[]): Promise<void> {
  const name = JSON.stringify(settings);
  const { store } = plain;
  const { tenantId: tenant } = (await store.accounts.tenantNamed('main'))!;
  for (let version = 1; version <= 3; version++) {
    const datasetId = `ds_${Object.keys(settings)[0]!.toLowerCase()}_${version}`;
    const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const access = { export: true, training: true };
    const terms = 'Ours.';
    await store.datasets.add(
      {
        tenantId: tenant,
        datasetId,
        name,
        source: 'workspace_upload',
        access,
        terms,
        features: noFeatures,
        createdAt,
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: createdAt },
    );
  }
  const versions = async () =>
    (await store.datasets.versions()).filter((one) => one.name === name).map(({ version }) => version);
  expect(await versions()).toEqual([3, 2, 1]);
  const parts = await openTaskParts(
    { ...plain.settings, ...settings },
    { onError: expect.fail, onNotice: () => {} },
  );
  const schedule = openSchedules(parts).find(({ kind }) => kind === 'expire_versions')!;
  await schedule.run({ signal: new AbortController().signal } as never);
  await parts.close();
  expect(await versions()).toEqual(left);
}

async function importCircle(service: ComposedService): Promise<string> {
  const items = Array.from({ length: 8 }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` }));
  const events = Array.from({ length: 20 }, (_, n) =>
    Array.from({ length: 5 }, (_, step) => ({
      event_id: `e-${n}-${step}`,
      person_id: `p${n}`,
      item_id: `i${(n + step) % 8}`,
      kind: 'view',
      timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, n)).toISOString(),
    })),
  ).flat();
  const accepted = await service.send('datasets', { name: 'circle', items, events }, 'import-of-circle');
  const job = await service.ended(accepted.body.id);
  return (job.result as { dataset: { id: string } }).dataset.id;
}

let dataset: Promise<string> | undefined;
async function adapt(name: string) {
  dataset ??= importCircle(changed);
  const settings = { width: 16, blocks: 1, heads: 2, history_length: 8, epochs: 1, evaluation: 'brief' };
  const { body } = await changed.send(
    'adaptations',
    { dataset_id: await dataset, name, settings },
    `adapt-${name}`,
  );
  expect([body.status, body.error]).toEqual(['queued', null]);
  return body as { id: string; resource: { id: string } };
}

const predict = (modelId: string) => changed.send(`models/${modelId}/predict`, { history: ['i1'], limit: 3 });

let models:
  | Promise<{ readonly ids: readonly string[]; readonly threads: readonly (number | undefined)[] }>
  | undefined;
/** Two ready models, and how many threads each of their training's sessions was opened with. */
function twoModels() {
  models ??= (async () => {
    const create = vi.spyOn(InferenceSession, 'create');
    const ids: string[] = [];
    for (const name of ['one', 'two']) {
      const { id, resource } = await adapt(name);
      const job = await changed.ended(id);
      expect([job.status, job.error]).toEqual(['succeeded', null]);
      ids.push(resource.id);
    }
    const threads = create.mock.calls.map(
      (given) =>
        (given as unknown as readonly [unknown, InferenceSession.SessionOptions?])[1]?.intraOpNumThreads,
    );
    create.mockRestore();
    return { ids, threads };
  })();
  return models;
}

async function fromBucket() {
  const accepted = await changed.send(
    'datasets',
    { name: 'far', source_uri: 's3://bucket/path/a.jsonl', format: 'jsonl' },
    'import-from-bucket',
  );
  const job = await changed.ended(accepted.body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  const call = outside.calls.find(({ path }) => path === '/bucket/path/a.jsonl');
  return call!.headers as Record<string, string>;
}
let bucketHeaders: ReturnType<typeof fromBucket> | undefined;
const bucketCall = () => {
  bucketHeaders ??= fromBucket();
  return bucketHeaders;
};

const partial = (key: string) =>
  `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;

async function halfSent(service: ComposedService, key: string) {
  const connection = await openRaw(await service.port());
  connection.socket.write(partial(key));
  return connection;
}

/** A user whose answer is larger than what sockets buffer. */
async function addLargeUser(service: ComposedService): Promise<void> {
  const text = 'x'.repeat(250_000);
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`note_${n}`, text]));
  expect((await service.send('users', { user_id: 'large', domain: 'dating', fields })).status).toBe(200);
}

async function unread(service: ComposedService) {
  const connection = await openRaw(await service.port());
  connection.socket.pause();
  connection.socket.write(
    `GET /v1/users/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n\r\n`,
  );
  return connection;
}

const inFlight = (service: ComposedService) => figure(service, 'counterpart_http_requests_in_flight');
const openBodies = (service: ComposedService) => figure(service, 'counterpart_http_open_bodies');

let served:
  | Promise<{ readonly port: number; readonly output: string; readonly code: number | null }>
  | undefined;
/** A server that gets SIGTERM while it receives a body; started once for all demonstrations. */
function servedAndStopped() {
  served ??= (async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const child = serve(
      '--data',
      folder.path,
      '--port',
      String(port),
      '--log-level',
      'error',
      '--stop-timeout',
      '1',
    );
    try {
      await until(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        55_000,
      ).toBe(200);
      const opened = await openStoreAndAccounts({ data: folder.path });
      const { tenantId } = await opened.accounts.createTenant({
        name: 'a',
        domains: 'all',
        email: 'a@example.com',
      });
      const { key } = await opened.accounts.createKey(tenantId, {});
      await opened.close();
      const { socket } = await openRaw(port);
      socket.write(partial(key));
      await until(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
        'counterpart_http_open_bodies 1',
      );
      child.process.kill('SIGTERM');
      const [code] = await once(child.process, 'exit');
      socket.destroy();
      return { port, output: child.output(), code };
    } finally {
      child.process.kill('SIGKILL');
      folder.remove();
    }
  })();
  return served;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Options of the connections to PostgreSQL, which are opened when they are used. */
async function poolOptions(variable: string, value: string): Promise<object> {
  const settings = readSettings({ DATABASE_URL: 'postgres://me@127.0.0.1:1/db', [variable]: value }, []);
  const pool = openPool(postgresSettings(settings)!);
  await pool.end();
  return pool.options;
}

async function slowLines(limitMs: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const service = await composed({ '--slow-request-ms': limitMs }, {}, { logger });
  await addPeople(service);
  expect((await match(service)).status).toBe(200);
  await service.stop();
  return lines.filter((line) => line.includes('"slow request"') && line.includes('"operation":"match"'));
}

/** The spans that a service with these settings sends of one request without a caller's trace. */
async function spansOf(given: Readonly<Record<string, string>>) {
  const collector = await startOtlpReceiver();
  const service = await composed({ '--otlp-endpoint': collector.url, ...given });
  expect((await service.send('schema')).status).toBe(200);
  await service.stop();
  await collector.close();
  return collector.spans;
}

/** The requests to OpenSearch when an index is made with these settings, and a match searched. */
async function askedOfSearch(given: Readonly<Record<string, string>>, isSilent = false) {
  await using loopback = await startLoopbackEngine({ isSilent });
  const settings = readSettings({}, Object.entries({ '--opensearch-url': loopback.url, ...given }).flat());
  const engine = (await openSearchEngine(settings))!;
  const of = { tenant: tenantId('ten_1'), definition: shippedDomain('dating')! };
  const made = { name: engine.indexes.newName(of), owner: 'store', places: [] };
  if (!isSilent) await engine.indexes.create(of, made).catch(() => undefined);
  const scoring = { intercept: 0, terms: [], calibration: null, personEffects: null, minScore: 0 };
  const query = { ...of, index: 'index', steps: [], masked: [], topK: 10, counts: false };
  const found = await engine.search
    .best({ ...query, scoring: { ...scoring, aggregation: 'off' } })
    .catch((error: unknown) => error);
  await engine.close();
  return { requests: loopback.requests, found };
}

/** A server with an index that takes for ever to open. */
function whileIndexesOpen(readyWaitsSeconds: number) {
  return startWarming({
    indexes: { warm: () => new Promise<void>(() => {}) } as Partial<IndexRegistry> as IndexRegistry,
    store: plain.store,
    settings: { readyWaitsSeconds },
    definitionOf: async () => null,
    owns: () => true,
    warmUp: async () => {},
    logger: silent,
    clock: Date.now,
  });
}

/** How many batches of matches of one workspace a server begins at once, of three that wait. */
async function batchesAtOnce(jobsPerWorkspace: number): Promise<number> {
  const service = await composed({ '--job-workers': '0' }, { jobsPerWorkspace });
  const { store } = service;
  const { tenantId: tenant } = (await store.accounts.tenantNamed('main'))!;
  for (const id of ['job_1', 'job_2', 'job_3']) {
    const resource = { type: 'domain', id: 'dating' };
    await store.jobs.create(sampleJob(id, { tenantId: tenant, kind: 'match_batch', resource }));
  }
  const taken: number[] = [];
  const take = store.jobs.take.bind(store.jobs);
  vi.spyOn(store.jobs, 'take').mockImplementation(async (...given) => {
    const found = await take(...given);
    taken.push(found.taken.length);
    return found;
  });
  service.worker.start();
  await until(() => taken.length).toBeGreaterThan(0);
  await service.stop();
  return taken[0]!;
}

/** The code of a match over an index that lacks four people, where a server holds so many. */
async function matchBesideIndex(opensearchLocalPeople: number): Promise<string> {
  const domain = 'dating';
  const meta = { layout: 1, domain, version: 1, note: { watermark: 0, store: 'mark' } };
  const named = { name: 'index', meta: { ...meta, tenant: '' } };
  await using loopback = await startLoopbackEngine(named);
  const service = await composed({ '--opensearch-url': loopback.url }, { opensearchLocalPeople });
  const { tenantId: tenant } = (await service.store.accounts.tenantNamed('main'))!;
  named.meta.tenant = tenant;
  await addPeople(service);
  await service.accounts.setEngine(tenant, domain, 'opensearch');
  const none = changeSequence(0);
  await service.store.searchIndexes.add({
    ...{
      tenantId: tenant,
      domain,
      version: 1,
      name: 'index',
      state: 'serving',
      watermark: none,
      writing: none,
    },
    ...{ mark: 'mark', markBefore: null, writtenTo: null, usedAtMs: null, createdAtMs: 0 },
  });
  const answer = await match(service);
  await service.stop();
  return answer.body.error?.code ?? 'found';
}

const demonstrations: Readonly<Record<keyof Settings, () => Promise<void>>> = {
  // The first one: threads of the index begin with a service's first matches.
  indexThreads: async () => {
    // Another thread is started where those that are ready have work. Without light_ml the texts nearest to the seeker's are
    // searched for.
    const stages = { sql_filter: { enabled: false }, light_ml: { enabled: false } };
    const many = (service: ComposedService) => async () => {
      for (let round = 0; round < 8; round++)
        await Promise.all(Array.from({ length: 4 }, () => match(service, { user_id: 'walker', stages })));
    };
    const fields = { ...person, values_text: 'Honesty and long walks.' };
    for (const service of [plain, changed]) {
      await crowdTheDomain(service);
      await service.send('users', { user_id: 'walker', domain: 'dating', fields });
    }
    expect(await threadsOf(/query-worker/, many(plain))).toBeGreaterThan(1);
    expect(await threadsOf(/query-worker/, many(changed))).toBe(1);
  },
  data: async () => {
    for (const { folder } of [changed, plain])
      expect(existsSync(join(folder, 'counterpart.sqlite'))).toBe(true);
    expect(changed.folder).not.toBe(plain.folder);
  },
  host: async () => {
    // An address for documentation (RFC 5737): no machine has it.
    const folder = temporaryFolder();
    const child = serve('--data', folder.path, '--port', '0', '--host', '192.0.2.1');
    const [code] = await once(child.process, 'exit');
    folder.remove();
    expect([code === 0, child.output()]).toEqual([false, expect.stringContaining('192.0.2.1')]);
  },
  port: async () => {
    // It was ready on the port that it was given.
    expect((await servedAndStopped()).port).toBeGreaterThan(0);
  },
  logLevel: async () => {
    const { output } = await servedAndStopped();
    expect(output).not.toContain('listening');
    expect(output).toContain('stopping took too long');
  },
  stopTimeoutSeconds: async () => expect((await servedAndStopped()).code).toBe(1),
  publicUrl: async () => {
    const [server] = (await changed.send('/v1/openapi.json')).body.servers;
    expect(server.url).toBe('https://match.example.com');
    expect((await plain.send('/v1/openapi.json')).body.servers[0].url).toBe('/');
  },
  console: async () => {
    expect((await plain.send('/console/api/session')).status).toBe(401);
    for (const path of ['/console/', '/console/api/session', '/console/api/v1/users/me'])
      expect((await changed.send(path)).status).toBe(404);
  },
  databaseUrl: async () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/db' }, []);
    const opening = openStoreAndAccounts(settings);
    await expect(opening).rejects.toThrow('The database 127.0.0.1:1/db cannot be reached.');
    await expect(opening).rejects.not.toThrow('hidden');
  },
  databaseConnections: async () =>
    expect(await poolOptions('COUNTERPART_DATABASE_CONNECTIONS', '7')).toMatchObject({ max: 7 }),
  databaseTimeoutMs: async () =>
    expect(await poolOptions('COUNTERPART_DATABASE_TIMEOUT_MS', '1234')).toMatchObject({
      statement_timeout: 1234,
    }),
  databaseCertificates: async () => {
    const file = join(plain.folder, 'ca.pem');
    writeFileSync(file, 'certificates');
    expect(await poolOptions('COUNTERPART_DATABASE_CA', file)).toMatchObject({
      ssl: { ca: 'certificates', rejectUnauthorized: true },
    });
  },
  erasureLog: async () => {
    const folder = join(plain.folder, 'elsewhere');
    const service = await composed({ '--erasure-log': folder });
    await addPeople(service);
    await service.server.inject({
      method: 'DELETE',
      url: '/v1/users/me',
      headers: { authorization: `Bearer ${service.key}` },
    });
    const [name] = readdirSync(folder);
    const noted = JSON.parse(readFileSync(join(folder, name!), 'utf8'));
    expect(noted).toMatchObject({ domain: null, person: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(existsSync(join(service.folder, 'erasures'))).toBe(false);
    await service.stop();
    expect(() => readSettings({ COUNTERPART_ERASURE_LOG: 's3://' }, [])).toThrow('a folder, or s3://');
  },
  replicaUrl: async () => {
    const { url, replicas } = await replicaOf({});
    expect((await fetch(url)).status).toBe(403);
    await replicas.close();
    await expect(fetch(url)).rejects.toThrow();
    expect(() => readSettings({ COUNTERPART_REPLICA_URL: 'http://host' }, [])).toThrow('with a port');
  },
  indexOwners: async () => {
    const owned = async (owners: string) => {
      const { replicas } = await replicaOf({ COUNTERPART_INDEX_OWNERS: owners });
      const domains = Array.from({ length: 40 }, (_, n) => `domain_${n}`);
      const count = domains.filter((domain) => replicas.owns(tenantId('ten_1'), domain)).length;
      await replicas.close();
      return count;
    };
    expect(await owned('1')).toBeLessThan(40);
    expect(await owned('2')).toBe(40);
  },
  smallIndexRows: async () => {
    const prepared = async (rows: string) => {
      const { replicas, built } = await replicaOf({ COUNTERPART_SMALL_INDEX_ROWS: rows });
      await until(() => built.looked).toBe(true);
      await replicas.close();
      return built.domains;
    };
    expect(await prepared('99')).toEqual(['dating']);
    expect(await prepared('100')).toEqual([]);
  },
  stopDelaySeconds: async () => {
    const service = await composed({ '--stop-delay': '1' });
    const begun = Date.now();
    const draining = service.drain();
    expect((await service.send('/readyz')).status).toBe(503);
    expect((await service.send('/healthz')).status).toBe(200);
    await draining;
    expect(Date.now() - begun).toBeGreaterThan(900);
    await service.stop();
  },
  textEncoder: async () => {
    expect(outside.calls.filter(({ path }) => path === '/v1/embeddings').length).toBeGreaterThan(0);
  },
  textEncoderModel: async () => {
    const call = outside.calls.find(({ path }) => path === '/v1/embeddings');
    expect(JSON.parse(call!.body).model).toBe('vectors-1');
  },
  textEncoderApiKey: async () => {
    const call = outside.calls.find(({ path }) => path === '/v1/embeddings');
    expect(call!.headers.authorization).toBe('Bearer sk-vectors');
  },
  smtpUrl: async () => expect(await runMails()).toHaveLength(1),
  mailFrom: async () => {
    const [notice] = await runMails();
    expect(notice!.from).toBe('matching@example.com');
    expect(notice!.headers).toContain('From: Matching <matching@example.com>');
  },
  llmUrl: async () => {
    const before = chat.calls.length;
    expect((await judged(changed)).body.models_used.llm_judge).toBeDefined();
    expect(chat.calls.length).toBe(before + 1);
    expect((await judged(plain)).body.degraded).toEqual([{ stage: 'llm_judge', reason: expect.any(String) }]);
  },
  llmModel: async () => {
    expect((await judged(changed)).body.models_used.llm_judge.version).toBe('judge-1');
  },
  llmApiKey: async () => {
    await judged(changed);
    expect(chat.calls.at(-1)!.headers.authorization).toBe('Bearer sk-judge');
  },
  llmPrice: async () => {
    await judged(changed);
    expect(await figure(changed, 'counterpart_llm_spent_usd_total')).toBeGreaterThan(0);
    await judged(slow);
    expect(await figure(slow, 'counterpart_llm_spent_usd_total')).toBe(0);
  },
  llmConcurrency: async () => {
    let [now, most] = [0, 0];
    const gate = Promise.withResolvers<void>();
    const held: (typeof chat.faults)[number] = (response) => {
      most = Math.max(most, ++now);
      void gate.promise.then(() => {
        now--;
        writeCompletion(response, { verdicts: [] });
      });
    };
    chat.faults.push(held, held, held);
    const asked = [judged(changed), judged(changed), judged(changed)];
    await until(() => now).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    gate.resolve();
    await Promise.all(asked);
    chat.faults.length = 0;
    expect(most).toBe(2);
  },
  judgeTimeoutMs: async () => {
    chat.faults.push(late);
    expect(await degradedBy(judged(slow), 'llm_judge')).toBe(true);
    chat.faults.length = 0;
  },
  extraction: async () => {
    const before = chat.calls.length;
    const said = { user_id: 'told', domain: 'dating', context: 'I am 33 and I live in Porto.' };
    for (const service of [plain, slow]) expect((await service.send('users', said)).status).toBe(200);
    expect(chat.calls.length).toBe(before);
    expect((await changed.send('users', said)).status).toBe(200);
    expect(chat.calls.length).toBeGreaterThan(before);
  },
  reranker: async () => {
    const before = rerank.calls.length;
    expect((await match(plain)).status).toBe(200);
    expect(rerank.calls.length).toBe(before);
    expect((await match(changed)).body.models_used.cross_encoder.version).toContain('cohere');
    expect(rerank.calls.length).toBe(before + 1);
  },
  rerankerModel: async () => {
    await match(changed);
    expect(rerank.calls.at(-1)!.body.model).toBe('rerank-1');
  },
  rerankerApiKey: async () => {
    await match(changed);
    expect(rerank.calls.at(-1)!.headers.authorization).toBe('Bearer sk-rerank');
  },
  rerankerTimeoutMs: async () => {
    rerank.faults.push((response) => void setTimeout(() => response.end('{}'), 300));
    expect(await degradedBy(match(slow), 'cross_encoder')).toBe(true);
    rerank.faults.length = 0;
  },
  bodyLimitBytes: async () => {
    const large = { user_id: 'a', domain: 'dating', fields: { note: 'x'.repeat(70_000) } };
    const { status, body } = await changed.send('users', large);
    expect([status, body.error.details]).toEqual([413, { limit_bytes: 65_536 }]);
    expect((await plain.send('users', large)).status).toBe(200);
  },
  maxInFlight: async () => {
    await addLargeUser(full);
    const reading = await unread(full);
    await until(() => inFlight(full)).toBe(1);
    const refused = await full.send('schema');
    expect([refused.status, refused.body.error.message]).toEqual([
      503,
      expect.stringContaining('1 requests in progress'),
    ]);
    reading.socket.destroy();
    await until(() => inFlight(full)).toBe(0);
    expect((await full.send('schema')).status).toBe(200);
  },
  maxOpenBodies: async () => {
    const open = [await halfSent(full, await full.newKey()), await halfSent(full, await full.newKey())];
    await until(() => openBodies(full)).toBe(2);
    const third = await halfSent(full, await full.newKey());
    const { status, text } = await third.answer();
    expect([status, text]).toEqual([503, expect.stringContaining('2 bodies on their way')]);
    for (const { socket } of [...open, third]) socket.destroy();
    await until(() => openBodies(full)).toBe(0);
  },
  bodiesPerKey: async () => {
    const first = await halfSent(full, full.key);
    await until(() => openBodies(full)).toBe(1);
    const second = await halfSent(full, full.key);
    const { status, text } = await second.answer();
    expect([status, text]).toEqual([429, expect.stringContaining('This key has 1 bodies')]);
    for (const { socket } of [first, second]) socket.destroy();
    await until(() => openBodies(full)).toBe(0);
  },
  bodyMinRate: async () => expect(await slowBody()).toContain('1000000 bytes a second'),
  bodyGraceSeconds: async () => expect(await slowBody()).toContain('in 3 seconds'),
  answerStallSeconds: async () => {
    await addLargeUser(plain);
    const [cut, waiting] = [await unread(full), await unread(plain)];
    await until(() => inFlight(full)).toBe(1);
    await until(() => inFlight(full)).toBe(0);
    expect(await inFlight(plain)).toBe(1);
    for (const { socket } of [cut, waiting]) socket.destroy();
    await until(() => inFlight(plain)).toBe(0);
  },
  matchesAtOnce: async () => expect(await crowd(changed)).toContain('2 matches are running'),
  matchesWaiting: async () => {
    expect(await crowd(changed)).toContain('and 1 wait');
    expect(await crowd(plain)).toBe('');
  },
  matchWaitSeconds: async () => expect(await crowd(slow)).toContain('has waited 0.001 seconds'),
  indexMemoryMib: async () => {
    await full.send('users', { user_id: 'me', domain: 'dating', fields: person });
    const refusals: string[] = [];
    await until(async () => {
      await match(full);
      // Known people are still written.
      const user_id = `new-${refusals.length}`;
      const added = await full.send('users', { user_id, domain: 'dating', fields: person });
      refusals.push(added.text);
      return added.status;
    }).toBe(503);
    expect(refusals.at(-1)).toContain('COUNTERPART_INDEX_MEMORY');
  },
  candidateTextsMib: async () => {
    const keptBy = async (service: ComposedService) => {
      for (const user_id of ['reader', 'read']) {
        const fields = { ...person, values_text: 'Honesty and long walks.' };
        await service.send('users', { user_id, domain: 'dating', fields });
      }
      expect((await match(service, { user_id: 'reader' })).status).toBe(200);
      const { body } = await service.server.inject({ method: 'GET', url: '/metrics' });
      return Number(/^counterpart_candidate_texts_bytes (\d+)$/m.exec(body)![1]);
    };
    expect(await keptBy(changed)).toBe(0);
    expect(await keptBy(plain)).toBeGreaterThan(500);
  },
  imageEncoder: async () => {
    mkdirSync(join(changed.folder, 'imports'), { recursive: true });
    const rows = Array.from({ length: 4 }, (_, n) => ({ item_id: `i${n}`, image_url: 'file:a.png' }));
    writeFileSync(
      join(changed.folder, 'imports', 'catalog.jsonl'),
      rows.map((row) => JSON.stringify(row)).join('\n'),
    );
    const catalog = { uri: 'file:catalog.jsonl', format: 'jsonl' };
    const { body } = await changed.send(
      'tokenizers',
      { name: 'seen', catalog, modalities: ['image'] },
      'fit-of-images',
    );
    const job = await changed.ended(body.job_id);
    expect(job.error?.message).toContain('image encoder cannot be opened');
  },
  jobWorkers: async () => {
    const start = (service: ComposedService) => async () => {
      service.worker.start();
      await service.worker.stop();
    };
    expect(await processesOf(start(plain))).toBe(1);
    expect(await processesOf(start(changed))).toBe(0);
  },
  readyWaitsSeconds: async () => {
    expect(whileIndexesOpen(0).isDone()).toBe(true);
    const short = whileIndexesOpen(1);
    expect([short.isDone(), whileIndexesOpen(3600).isDone()]).toEqual([false, false]);
    await until(() => short.isDone()).toBe(true);
  },
  jobsPerWorkspace: async () => {
    expect(await batchesAtOnce(1)).toBe(1);
    expect(await batchesAtOnce(2)).toBe(2);
  },
  jobMemoryMib: async () => {
    const { id } = await adapt('large');
    // Less than this process has already.
    const job = await changed.ended(id, { jobMemoryMib: 64 });
    expect([job.status, job.error?.message]).toEqual(['failed', expect.stringContaining('may hold 256 MiB')]);
  },
  trainingThreads: async () => expect((await twoModels()).threads).toContain(3),
  experimentMinutes: async () => {
    const everyMs = async (settings: Settings) => {
      const parts = await openTaskParts(settings, { onError: expect.fail, onNotice: () => {} });
      const schedules = openSchedules(parts);
      await parts.close();
      return schedules.find(({ kind }) => kind === 'measure_experiments')!.everyMs;
    };
    expect(await everyMs(plain.settings)).toBe(3_600_000);
    expect(await everyMs({ ...plain.settings, experimentMinutes: 5 })).toBe(300_000);
  },
  inferenceThreads: async () => {
    const { ids } = await twoModels();
    const began = await threadsOf(/inference/, async () => {
      for (const id of ids) expect((await predict(id)).status).toBe(200);
    });
    expect(began).toBe(2);
  },
  inferenceMemoryMib: async () => {
    const { ids } = await twoModels();
    for (const id of ids) expect((await predict(id)).status).toBe(200);
    expect(await figure(changed, 'counterpart_models_open')).toBe(1);
  },
  opensearchUrl: async () => {
    const { requests } = await askedOfSearch({});
    expect(requests.length).toBeGreaterThan(1);
    expect(await openSearchEngine(readSettings({}, []))).toBeNull();
  },
  opensearchUser: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-user': 'ana', '--opensearch-password': 'pass' });
    const sent = `Basic ${Buffer.from('ana:pass').toString('base64')}`;
    expect(requests.every(({ headers }) => headers.authorization === sent)).toBe(true);
    expect((await askedOfSearch({})).requests[0]!.headers.authorization).toBeUndefined();
  },
  opensearchPassword: async () => {
    const { requests } = await askedOfSearch({
      '--opensearch-user': 'ana',
      '--opensearch-password': 'other',
    });
    expect(requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('ana:other').toString('base64')}`);
  },
  opensearchCa: async () => {
    const missing = join(plain.folder, 'no-such-file.pem');
    await expect(askedOfSearch({ '--opensearch-ca': missing })).rejects.toThrow('no-such-file.pem');
  },
  opensearchPrefix: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-prefix': 'of-the-test' });
    expect(requests[0]).toMatchObject({ method: 'PUT', url: expect.stringMatching(/^\/of-the-test-/) });
  },
  opensearchShards: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-shards': '7' });
    expect(JSON.parse(requests[0]!.body).settings.index.number_of_shards).toBe(7);
  },
  opensearchReplicas: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-replicas': '3' });
    expect(JSON.parse(requests[0]!.body).settings.index.number_of_replicas).toBe(3);
  },
  opensearchScored: async () => {
    // 5,000 people pass.
    const few = await askedOfSearch({ '--opensearch-scored': '1000' });
    const all = await askedOfSearch({ '--opensearch-scored': '6000' });
    // The scored people are chosen by the counts of a sample.
    const areChosen = ({ requests }: typeof few) =>
      requests.some(({ url, body }) => url.includes('/_search') && body.includes('"size":0'));
    expect([areChosen(few), areChosen(all)]).toEqual([true, false]);
  },
  opensearchTimeoutMs: async () => {
    const { found } = await askedOfSearch({ '--opensearch-timeout': '40' }, true);
    expect(found).toMatchObject({
      code: 'dependency_unavailable',
      message: expect.stringContaining('40 ms'),
    });
  },
  opensearchLocalPeople: async () => {
    expect(await matchBesideIndex(3)).toBe('overloaded');
    expect(await matchBesideIndex(50_000)).not.toBe('overloaded');
  },
  artifactBucket: async () => {
    const before = files.objects.size;
    await importCircle(bucketed);
    expect(files.objects.size).toBeGreaterThan(before);
    expect([...files.objects.keys()].every((key) => key.startsWith('of/the-test/'))).toBe(true);
    expect(existsSync(join(bucketed.folder, 'artifacts'))).toBe(false);
    await importCircle(plain);
    expect(existsSync(join(plain.folder, 'artifacts'))).toBe(true);
  },
  downloadRedirects: async () => {
    const download = async (service: ComposedService) => {
      const id = await importCircle(service);
      const { body } = await service.send(`datasets/${id}/exports`, { format: 'jsonl' }, 'export-of-circle');
      const job = await service.ended(body.id);
      return service.server.inject(new URL((job.result as { download_url: string }).download_url).pathname);
    };
    expect((await download(bucketed)).statusCode).toBe(307);
    expect((await download(plain)).statusCode).toBe(200);
  },
  exportHours: async () => {
    const hoursOf = async (service: ComposedService) => {
      const id = await importCircle(service);
      const { body } = await service.send(`datasets/${id}/exports`, { format: 'jsonl' }, 'hours-of-export');
      const { result } = await service.ended(body.id);
      const { expires_at } = result as { readonly expires_at: string };
      return (Date.parse(expires_at) - Date.now()) / 3_600_000;
    };
    expect(await hoursOf(plain)).toBeCloseTo(1, 1);
    expect(await hoursOf(full)).toBeCloseTo(5, 1);
  },
  datasetVersions: () => versionsAfter({ datasetVersions: 2 }, [3, 2]),
  datasetVersionDays: () => versionsAfter({ datasetVersionDays: 1 }, [3]),
  auditDays: async () => {
    const kept = async (auditDays: number) => {
      const { store } = plain;
      const entries = () => store.audit.page({ tenantId: null }, { before: null, limit: 100 });
      const later = () => Date.now() + 2 * 86_400_000;
      await forgetAuditSchedule(store.audit, later, auditDays).run({
        signal: new AbortController().signal,
      } as never);
      return (await entries()).map(({ action }) => action);
    };
    expect(await kept(3)).toContain('tenant.create');
    expect(await kept(1)).not.toContain('tenant.create');
  },
  importSources: async () => {
    const source = { name: 'web', source_uri: `${outside.url}/exports/a.jsonl`, format: 'jsonl' };
    expect((await changed.send('datasets', source, 'import-from-web')).status).toBe(202);
    expect((await plain.send('datasets', source, 'import-from-web')).status).toBe(400);
  },
  unpackedMib: async () => {
    mkdirSync(join(changed.folder, 'imports'), { recursive: true });
    const row = (n: number) => `{"type":"item","item_id":"i${n}","text":"${'word '.repeat(200)}"}\n`;
    const rows = Array.from({ length: 1500 }, (_, n) => row(n)).join('');
    writeFileSync(join(changed.folder, 'imports', 'packed.jsonl.gz'), gzipSync(rows));
    const run = async (name: string, unpackedMib: number) => {
      const source = { name, source_uri: 'file:packed.jsonl.gz', format: 'jsonl' };
      const { body } = await changed.send('datasets', source, `import-of-${name}`);
      return changed.ended(body.id, { unpackedMib });
    };
    expect((await run('two-mib', 2)).status).toBe('succeeded');
    const refused = await run('one-mib', 1);
    expect([refused.status, refused.error?.message]).toEqual(['failed', expect.stringContaining('1 MiB')]);
  },
  awsAccessKeyId: async () => {
    expect((await bucketCall()).authorization).toContain('Credential=AKIA-of-the-test/');
  },
  awsSecretAccessKey: async () => {
    const headers = await bucketCall();
    const client = new AwsClient({
      accessKeyId: 'AKIA-of-the-test',
      secretAccessKey: secretKey,
      sessionToken: 'session-of-the-test',
      region: 'eu-north-1',
      service: 's3',
    });
    const signed = await client.sign(`${outside.url}/bucket/path/a.jsonl`, {
      method: 'GET',
      aws: { datetime: headers['x-amz-date']! },
    });
    expect(headers.authorization).toBe(signed.headers.get('authorization'));
  },
  awsSessionToken: async () => {
    expect((await bucketCall())['x-amz-security-token']).toBe('session-of-the-test');
  },
  awsRegion: async () => expect((await bucketCall()).authorization).toContain('/eu-north-1/s3/'),
  awsEndpoint: async () => expect((await bucketCall()).host).toBe(new URL(outside.url).host),
  // The last one: once it is spent, no other asks the language model.
  llmDailyUsd: async () => {
    await until(async () => JSON.stringify((await judged(changed)).body.degraded)).toContain('over_budget');
  },
  traceCollector: async () => {
    expect((await spansOf({})).map(({ name }) => name)).toContain('GET /v1/schema');
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, [])).toThrow('http://');
  },
  traceService: async () => {
    const [span] = await spansOf({ '--otel-service-name': 'matching-eu' });
    expect(span!.resource['service.name']).toBe('matching-eu');
  },
  traceSampler: async () => {
    expect(await spansOf({ '--otel-traces-sampler': 'always_off' })).toEqual([]);
    expect(() => readSettings({ OTEL_TRACES_SAMPLER: 'sometimes' }, [])).toThrow('parentbased_always_on');
  },
  tracedShare: async () => {
    const none = { '--otel-traces-sampler': 'traceidratio', '--otel-traces-sampler-arg': '0' };
    expect(await spansOf(none)).toEqual([]);
    expect(() => readSettings({ OTEL_TRACES_SAMPLER_ARG: '2' }, [])).toThrow('a number from 0 to 1');
  },
  slowRequestMs: async () => {
    const [line] = await slowLines('1');
    expect(JSON.parse(line!)).toMatchObject({
      level: 'warn',
      tenant: expect.stringMatching(/^ten_/),
      request_id: expect.stringMatching(/^req_/),
      ms: expect.any(Number),
      stages_ms: { wait: expect.any(Number), sql_filter: expect.any(Number), store: expect.any(Number) },
    });
    expect(await slowLines('0')).toEqual([]);
  },
  driftThreshold: async () => {
    const { tenantId: tenant } = (await plain.accounts.listTenants())[0]!;
    const { store } = plain;
    const now = Date.now();
    const shares = (share: number, daysAgo: number) =>
      store.statistics.putCoverage(tenant, 'dating', {
        day: new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10),
        sampled: 300,
        shares: { age: share },
      });
    await shares(0.9, 8);
    await shares(0.6, 0);
    const warnings = async (threshold: string) => {
      const lines: string[] = [];
      const logger = createLogger('warn', { write: (line) => void lines.push(line) });
      const settings = readSettings({ COUNTERPART_DRIFT_THRESHOLD: threshold }, []);
      const watch = openDriftWatch({ settings, store, accounts: plain.accounts, logger, clock: () => now });
      await watch.look();
      await watch.close();
      return lines.map((line) => JSON.parse(line));
    };
    const [warning] = await warnings('0.2');
    expect(warning).toMatchObject({ tenant, domain: 'dating', what: 'field coverage', field: 'age' });
    expect(warning.drift).toBeCloseTo(-0.3);
    expect(await warnings('0.4')).toEqual([]);
  },
};

let mails: ReturnType<typeof trainAndWait> | undefined;
const runMails = () => {
  mails ??= trainAndWait();
  return mails;
};
async function trainAndWait() {
  const outcome = { seeker_id: 'me', candidate_id: 'a', outcome: 'accepted' };
  const told = await changed.send('feedback', { domain: 'dating', items: [outcome] });
  expect([told.status, told.body.accepted]).toEqual([200, 1]);
  expect((await changed.send('train', { domain: 'dating', force: true })).status).toBe(202);
  await changed.working(async () => mail.received().length > 0);
  return mail.received();
}

/** More people than one block of an index has, and than are compared one by one where light_ml is off. */
async function crowdTheDomain(service: ComposedService): Promise<void> {
  const { tenantId } = await service.accounts.findTenant('main');
  const writes = Array.from({ length: 21_000 }, (_, n) => sampleWrite(`crowd-${n}`, { tenantId }));
  for (let from = 0; from < writes.length; from += 1000) {
    await service.store.profiles.write(writes.slice(from, from + 1000));
  }
}

async function crowd(service: ComposedService): Promise<string> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => match(service)));
  return answers.find(({ status }) => status === 503)?.text ?? '';
}

let slowText: Promise<string> | undefined;
function slowBody(): Promise<string> {
  slowText ??= (async () => {
    const [cut, waiting] = [await halfSent(full, full.key), await halfSent(plain, plain.key)];
    const { status, text } = await cut.answer();
    expect([status, await openBodies(plain)]).toEqual([408, 1]);
    for (const { socket } of [cut, waiting]) socket.destroy();
    return text;
  })();
  return slowText;
}

test('every setting has a demonstration', () => {
  expect(Object.keys(demonstrations).sort()).toEqual(Object.keys(readSettings({}, [])).sort());
});

test.each(Object.entries(demonstrations))(
  '%s changes what the service does',
  { timeout: 90_000 },
  (_, show) => show(),
);
