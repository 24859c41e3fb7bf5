import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import { tenantId } from '../../../contract/brands.ts';
import { noDeclaredEvents } from '../../../contract/dataset-events.ts';
import { noFeatures } from '../../../contract/dataset-features.ts';
import type { MadeFile } from '../../../contract/job.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import { stageJson } from '../../../platform/artifacts/stage-json.ts';
import { tidyingStaged } from '../../../platform/jobs/staged-files.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { eventLine } from '../../datasets/rows/row-lines.ts';
import { zstdDecompressor } from '../../datasets/snapshot/snapshot-schema.ts';
import { SnapshotWriter } from '../../datasets/snapshot/snapshot-writer.ts';
import { keepModelFiles } from '../adaptation/kept-model.ts';
import { loadArchitecture, type ToyModel, toyFiles } from '../serving/testing/toy-architectures.ts';
import { batchRowReader } from './batch-people.ts';
import { createBatchTask } from './batch-task.ts';

const TENANT = tenantId('ten_a');
const folder = mkdtempSync(join(tmpdir(), 'counterpart-batches-'));
const artifacts = openFileArtifactStore(folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** b follows a, c follows b; a is the most popular. */
const toy: ToyModel = {
  followers: [
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ],
  popularity: [9, 2, 1, 2],
  canEmbed: true,
};
const PEOPLE = 25;
const MOMENT = 1000;
let model: Model;
let dataset: Dataset;
let jobs = 0;

beforeAll(async () => {
  const keyOf = (room: 'models' | 'datasets') => (part: string) => artifactKey(TENANT, room, 'x_1', part);
  const catalogue = { item_ids: ['a', 'b', 'c', 'd'], counts: [9, 2, 1, 2] };
  const files = await keepModelFiles(artifacts, keyOf('models'), toyFiles(toy), catalogue);
  const events = { repeats: 'folded', least_events: 2 };
  model = {
    tenantId: TENANT,
    modelId: 'model_1',
    datasetId: 'ds_1',
    status: 'ready',
    made: { files, training: { events } },
  } as unknown as Model;
  const key = keyOf('datasets');
  const writer = await SnapshotWriter.create(artifacts, {
    items: key('items'),
    events: key('events'),
    people: key('people'),
  });
  for (let n = 0; n <= PEOPLE; n++)
    writer.addPerson({
      type: 'person',
      personId: n === PEOPLE ? 'cold' : `p${n}`,
      attributes: '{"region":"x"}',
    });
  for (const itemId of ['a', 'b', 'c', 'd', 'gone'])
    writer.addItem({ type: 'item', itemId, text: itemId, createdAtMs: null, attributes: null });
  for (let n = 0; n < 2 * PEOPLE; n++)
    writer.addEvent({
      type: 'event',
      eventId: `e${n}`,
      personId: `p${n % PEOPLE}`,
      itemId: ['a', 'b', 'gone', 'd'][(n + Math.floor(n / PEOPLE)) % 4]!,
      kind: 'view',
      timestampMs: n,
      value: 1,
    });
  const made = await writer.finish();
  dataset = {
    tenantId: TENANT,
    datasetId: 'ds_1',
    itemCount: 5,
    eventCount: 2 * PEOPLE,
    files: made,
    features: { ...noFeatures, people: { region: { type: 'category' } } },
    declaredEvents: noDeclaredEvents,
  } as unknown as Dataset;
});

const store = {
  models: { get: async () => model },
  datasets: {
    get: async (_: unknown, id: string) => (id === 'ds_1' ? dataset : null),
    getKept: async (_: unknown, id: string) => (id === 'ds_1' ? dataset : null),
    newest: async () => dataset,
  },
  appends: {
    lastPosition: async () => appended.length,
    mergesOf: async () => [],
    page: async (_: unknown, __: unknown, { after }: { readonly after: number }) =>
      appended.slice(after, after + 1).map((line) => ({ line, position: after + 1 })),
  },
};

/** Lines of events that wait for the next version. */
const appended: string[] = [];

type Request = Partial<BatchPredictionRequest> | object;

/** `stopAfter`: the attempt is ended after so many checkpoints, as a kill would. */
async function attempt(
  jobId: string,
  request: Request,
  given: {
    checkpoint?: unknown;
    stopAfter?: number;
    lines?: string;
    datasetId?: string | null;
    readsNewest?: true;
  } = {},
) {
  const key = artifactKey(TENANT, 'staging', jobId, 'request.json');
  if ((await artifacts.stat(key)) === null)
    await stageJson(artifacts, key, BatchPredictionRequest.parse(request));
  const stop = new AbortController();
  const checkpoints: unknown[] = [];
  const progress: number[] = [];
  const context = {
    job: {
      jobId,
      tenantId: TENANT,
      createdAt: new Date(MOMENT).toISOString(),
      resource: { type: 'model', id: 'model_1' },
      input: {
        key,
        datasetId: given.datasetId === undefined ? 'ds_1' : given.datasetId,
        readsNewest: given.readsNewest,
      },
      checkpoint: given.checkpoint ?? null,
    },
    signal: stop.signal,
    progress: (share: number) => progress.push(share),
    checkpoint: async (state: unknown) => {
      checkpoints.push(structuredClone(state));
      if (checkpoints.length === given.stopAfter) stop.abort('lost');
    },
  } as unknown as TaskContext;
  const task = createBatchTask({
    store: store as never,
    artifacts,
    loadArchitecture,
    openRows: async () => ({
      batches: batchRowReader.jsonl(
        (async function* () {
          yield Buffer.from(given.lines ?? '');
        })(),
        { file: 0, name: '' },
      ),
      progress: () => 0.5,
      describe: (_, line) => `line ${line}`,
    }),
    clock: () => 0,
    chunkItems: 8,
  });
  const ended = await task.run(context).then(
    (result) => ({
      result: result.result as unknown as MadeFile & { people: number; failed: number },
    }),
    (error: unknown) => ({ error }),
  );
  return { ...ended, checkpoints, progress, tidy: () => tidyingStaged(task, artifacts).tidy!(context.job) };
}

async function textOf(key: string): Promise<string> {
  let text = '';
  for await (const chunk of artifacts.read(key)) text += Buffer.from(chunk).toString();
  return text;
}

async function run(request: Request, given: Parameters<typeof attempt>[2] = {}) {
  const jobId = `job_${++jobs}`;
  const ended = await attempt(jobId, request, given);
  if (!('result' in ended)) throw ended.error;
  await ended.tidy();
  expect(await artifacts.stat(artifactKey(TENANT, 'staging', jobId, 'request.json'))).toBeNull();
  return { ...ended.result, progress: ended.progress, key: ended.result.file.key };
}

const linesOf = async (key: string) =>
  (await textOf(key))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('all people of the dataset are answered, in their order, by their events in it', async () => {
  const { key, people, failed, file, progress } = await run({ limit: 2 });
  expect([people, failed, file.content_type]).toEqual([PEOPLE, 0, 'application/jsonl']);
  const lines = await linesOf(key);
  expect(lines.map(({ person_id }) => person_id)).toEqual(Array.from({ length: PEOPLE }, (_, n) => `p${n}`));
  // p0 took a, then c's neighbour: items 0 and (25 + 1) % 4 = 2, which the model lacks.
  expect(lines[0]).toEqual({
    person_id: 'p0',
    items: [
      { item_id: 'b', score: Math.fround(1.02) },
      { item_id: 'd', score: Math.fround(0.02) },
    ],
    ignored_item_ids: ['gone'],
  });
  expect(progress.at(-1)).toBeCloseTo(0.95);
  const seen = await linesOf((await run({ limit: 1, exclude_seen: false })).key);
  expect(seen.map(({ items }) => items.length)).toEqual(lines.map(() => 1));
});

test('the newest version is read with what was appended, the same in every attempt', async () => {
  const row = { kind: 'view', value: 1 };
  const event = (personId: string, itemId: string, timestampMs: number) =>
    eventLine({ ...row, eventId: `n${appended.length}`, personId, itemId, timestampMs });
  appended.push(event('p0', 'b', 99), event('new', 'a', 99));
  const jobId = `job_${++jobs}`;
  const first = await attempt(jobId, { limit: 1 }, { readsNewest: true, stopAfter: 2 });
  appended.push(event('later', 'a', 99));
  const second = await attempt(jobId, {}, { readsNewest: true, checkpoint: first.checkpoints.at(-1) });
  if (!('result' in second)) throw second.error;
  const lines = await linesOf(second.result.file.key);
  expect(lines).toHaveLength(PEOPLE + 1);
  expect([lines[0], lines.at(-1)]).toMatchObject([
    { person_id: 'p0', items: [{ item_id: 'c' }] },
    { person_id: 'new', items: [{ item_id: 'b' }] },
  ]);
  appended.length = 0;
});

test('a person without events is answered by features, under the rules of the batch', async () => {
  const people = [{ person_id: 'cold' }, { person_id: 'nobody' }];
  const { key, failed } = await run({ people, limit: 2 });
  const [cold, nobody] = await linesOf(key);
  expect(cold).toMatchObject({ person_id: 'cold', fallback: 'person_features' });
  expect(cold.items).toHaveLength(2);
  expect([nobody.error.code, failed]).toEqual(['user_not_found', 1]);
});

test('an attempt that was ended goes on from its last chunk to the same bytes', async () => {
  const whole = await run({ limit: 2, output_format: 'parquet' });
  const jobId = `job_${++jobs}`;
  const first = await attempt(jobId, { limit: 2, output_format: 'parquet' }, { stopAfter: 3 });
  expect(first).toMatchObject({ error: 'lost' });
  expect(first.checkpoints.at(-1)).toMatchObject({ people: 12 });
  const second = await attempt(jobId, {}, { checkpoint: first.checkpoints.at(-2), stopAfter: 1 });
  const third = await attempt(jobId, {}, { checkpoint: second.checkpoints.at(-1) });
  if (!('result' in third)) throw third.error;
  expect(third.result).toMatchObject({ people: PEOPLE, failed: 0, file: { sha256: whole.file.sha256 } });
});

test('given people: a history of the request, or the events of the person; unknown ones are errors', async () => {
  const people = [
    { person_id: 'new', history: ['a', 'x', 'b', 'a', 'b'] },
    { history: [] },
    { person_id: 'p0' },
    { person_id: 'nobody' },
  ];
  const { key, ...counts } = await run({ people, limit: 1, explain: true });
  expect(counts).toMatchObject({ people: 4, failed: 1 });
  const error = { code: 'user_not_found', message: expect.stringContaining('nobody') };
  expect(await linesOf(key)).toMatchObject([
    { row: 1, person_id: 'new', items: [{ item_id: 'c' }], ignored_item_ids: ['x'], history_truncated: true },
    { row: 2, items: [{ item_id: 'a', because: [] }] },
    { row: 3, person_id: 'p0', items: [{ item_id: 'b', because: [{ item_id: 'a', weight: 1 }] }] },
    { row: 4, person_id: 'nobody', error },
  ]);
  const alone = await run({ people: [{ person_id: 'p0' }], limit: 1, explain: true });
  const [line] = await linesOf(alone.key);
  expect(line).toEqual({ ...(await linesOf(key))[2], row: 1 });
});

test('the times of people are read up to the moment of the request', async () => {
  const key = artifactKey(TENANT, 'models', 'timed', 'model.onnx');
  const timed = toyFiles({ ...toy, readsTimes: true });
  const catalogue = { item_ids: ['a', 'b', 'c', 'd'], counts: [9, 2, 1, 2] };
  const files = await keepModelFiles(artifacts, (part) => key.replace('model.onnx', part), timed, catalogue);
  const history_timestamps = ['1970-01-01T00:00:00.400Z'];
  const people = [{ person_id: 'p1' }, { history: ['b'] }, { history: ['b'], history_timestamps }];
  const scores = async () =>
    (await linesOf((await run({ people, limit: 1 })).key)).map(({ items }) => items[0].score);
  const [plain, untimed, given] = await scores();
  const before = model;
  model = { ...model, made: { ...model.made!, files } };
  // p1 took d at 26, as the newest item.
  const expected = [plain + MOMENT - 26, untimed, given + MOMENT - 400];
  expect(await scores()).toEqual(expected.map((score) => expect.closeTo(score, 3)));
  model = before;
});

test('a file of people: faulty rows are errors with their reason', async () => {
  const lines = '{"person_id":"p1"}\n{"history":["b"],"person_id":"x"}\n{"person":1}\nnonsense\n{}\n';
  const { key, ...counts } = await run({ source_uri: 'file:x', limit: 1 }, { lines });
  expect(counts).toMatchObject({ people: 5, failed: 3 });
  const answered = await linesOf(key);
  expect(answered.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
  expect(answered.map(({ error }) => error?.code)).toEqual([
    undefined,
    undefined,
    'invalid_request',
    'invalid_request',
    'invalid_request',
  ]);
  expect(answered[2].error.message).toMatch(/person/);
  const { key: without } = await run({ source_uri: 'file:x', limit: 1 }, { lines, datasetId: null });
  expect((await linesOf(without))[0].error.code).toBe('user_not_found');
});

test('Parquet has a row an item', async () => {
  const people = [{ person_id: 'p0' }, { person_id: 'nobody' }, { history: ['b'] }];
  const { key } = await run({ people, limit: 2, output_format: 'parquet' });
  const opened = await artifacts.open(key);
  const file = {
    byteLength: opened.bytes,
    slice: (from: number, to = opened.bytes) => opened.slice(from, to),
  };
  const rows = await parquetReadObjects({ file, compressors: zstdDecompressor });
  await opened.close();
  expect(rows).toEqual([
    { row: 1, person_id: 'p0', rank: 1, item_id: 'b', score: Math.fround(1.02), error: null },
    { row: 1, person_id: 'p0', rank: 2, item_id: 'd', score: Math.fround(0.02), error: null },
    { row: 2, person_id: 'nobody', rank: null, item_id: null, score: null, error: 'user_not_found' },
    { row: 3, person_id: null, rank: 1, item_id: 'c', score: Math.fround(1.01), error: null },
    { row: 3, person_id: null, rank: 2, item_id: 'a', score: Math.fround(0.09), error: null },
  ]);
});
