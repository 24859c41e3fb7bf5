/**
 * Datasets with almost nothing to learn, from the adaptation over predictions to the simulation. Each step
 * gives finite numbers or an error with a code, never an internal error.
 */
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdaptationRequest } from '../../../contract/adaptation.ts';
import { EvaluationReport } from '../../../contract/evaluation-report.ts';
import { newId } from '../../../contract/new-id.ts';
import { SimulationRequest } from '../../../contract/simulation.ts';
import { EmbeddedTextEncoder } from '../../../engines/encoders/embedded/embedded-text-encoder.ts';
import { TrainingDiverged } from '../../../engines/tensor/training/trainer.ts';
import type { AcceptedJob } from '../../../platform/jobs/accept-job.ts';
import { jobError } from '../../../platform/jobs/job-failure.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { JobEnd } from '../../../platform/storage/job-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import { addFittedTokenizer } from '../../tokenizers/add-fitted-tokenizer.ts';
import { openTokenizerWorld, TENANT, type TokenizerWorld } from '../../tokenizers/testing/tokenizer-world.ts';
import { createAdaptTask } from '../adaptation/adapt-task.ts';
import { createModelService } from '../adaptation/create-model-service.ts';
import { readKeptModel } from '../adaptation/kept-model.ts';
import type { ArchitectureName, OpenModel } from '../models/architecture.ts';
import { type LoadArchitecture, loadArchitecture } from '../models/architectures.ts';
import { answerQueries } from '../serving/answer-queries.ts';
import type { Answers, ModelQuery } from '../serving/inference-protocol.ts';
import type { ModelServing } from '../serving/model-serving.ts';
import { type NamedModel, nameModel } from '../serving/named-model.ts';
import { createSimulationService } from './create-simulation-service.ts';
import { createSimulateTask } from './simulate-task.ts';

let world: TokenizerWorld;
let encoder: EmbeddedTextEncoder;
beforeAll(async () => {
  world = await openTokenizerWorld();
  encoder = await EmbeddedTextEncoder.open({ inline: true });
  mkdirSync(world.datasets.scratchFolder, { recursive: true });
}, 60_000);
afterAll(async () => {
  await encoder.close();
  await world.dispose();
});

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2024, 0, 1);

interface Row {
  readonly person: number;
  readonly item: number;
  /** Hours since START_MS; default: the event's position. */
  readonly hour?: number;
}

const catalogue = (count: number, textOf = (at: number) => `thing number ${at}`) =>
  Array.from({ length: count }, (_, at) => ({ item_id: `i${at}`, text: textOf(at) }));
const events = (rows: readonly Row[]) =>
  rows.map(({ person, item, hour }, at) => ({
    event_id: `e${at}`,
    person_id: `p${person}`,
    item_id: `i${item}`,
    kind: 'view',
    timestamp: new Date(START_MS + (hour ?? at) * HOUR_MS).toISOString(),
  }));
/** Each person walks through the items from a different start. */
const walks = (people: number, length: number, items: number, hour?: number): readonly Row[] =>
  Array.from({ length: people }, (_, person) =>
    Array.from({ length }, (__, step) => ({
      person,
      item: (person + step) % items,
      ...(hour !== undefined && { hour }),
    })),
  ).flat();
const extremes = [
  {
    ...events([{ person: 0, item: 5 }])[0]!,
    event_id: 'old',
    timestamp: '1970-01-01T00:00:00Z',
    value: -1e308,
  },
  {
    ...events([{ person: 1, item: 5 }])[0]!,
    event_id: 'new',
    timestamp: new Date(Date.now() + 12 * 3_600_000).toISOString(),
    value: 1e308,
  },
];

interface Case {
  readonly items: ReturnType<typeof catalogue>;
  readonly events: readonly object[];
  /** The expected error message; default: the adaptation succeeds. */
  readonly fails?: RegExp;
  readonly settings?: object;
  readonly alsoGenerates?: true;
}

const kept = { events: { repeats: 'kept' } };
const cases: Readonly<Record<string, Case>> = {
  'no event': { items: catalogue(3), events: [], fails: /keeps none/ },
  'one event each': { items: catalogue(5), events: events(walks(20, 1, 5)), fails: /nobody has two/ },
  'one item, folded': {
    items: catalogue(1),
    events: events([0, 0, 0].map((item) => ({ person: 0, item }))),
    fails: /nobody has two/,
  },
  'one item, kept': {
    items: catalogue(1),
    events: events([0, 0, 0, 1, 1].map((person) => ({ person, item: 0 }))),
    settings: kept,
    alsoGenerates: true,
  },
  'one person with two events': { items: catalogue(2), events: events(walks(1, 2, 2)) },
  'one person': { items: catalogue(12), events: events(walks(1, 12, 12)) },
  'one event each, but for one person': {
    items: catalogue(5),
    events: events([...walks(9, 1, 5), { person: 10, item: 0 }, { person: 10, item: 1 }]),
  },
  'all events at one time': {
    items: catalogue(6),
    events: events(walks(12, 4, 6, 7)),
    settings: { evaluation: 'full' },
  },
  'no text': { items: catalogue(6, () => ''), events: events(walks(12, 4, 6)), alsoGenerates: true },
  'equal texts': {
    items: catalogue(6, () => 'a lamp'),
    events: events(walks(12, 4, 6)),
    settings: { history_length: 1 },
  },
  'the same item always': {
    items: catalogue(6),
    events: events(Array.from({ length: 30 }, (_, at) => ({ person: at >> 1, item: 3 }))),
    settings: kept,
  },
  'most items without an event': { items: catalogue(200), events: events(walks(8, 3, 3)) },
  'the ends of time and number': { items: catalogue(6), events: [...events(walks(12, 4, 6)), ...extremes] },
};

async function runTask(kind: string, task: Task): Promise<JobEnd> {
  const { store, clock } = world.datasets;
  const { taken } = await store.jobs.take('worker', {
    limits: { [kind]: 1 },
    limit: 1,
    nowMs: clock.nowMs,
    leaseMs: 600_000,
  });
  const job = taken[0]!;
  const shares: number[] = [];
  const context = {
    job,
    signal: new AbortController().signal,
    progress: (share: number) => void shares.push(share),
    checkpoint: async () => {},
  };
  const end = await task.run(context).then(
    ({ result, changes = [] }) => ({ end: { status: 'succeeded', result } as const, changes }),
    (error: unknown) => {
      const failed = { status: 'failed', error: jobError(error) } as const;
      if (failed.error.code === 'internal') throw error;
      return { end: failed, changes: task.onEnd?.(job, failed) ?? [] };
    },
  );
  await store.jobs.finish('worker', [{ jobId: job.jobId, ...end, nowMs: clock.nowMs }]);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  return end.end;
}

function idOf(accepted: AcceptedJob): string {
  if (accepted.state !== 'accepted') throw new Error('expected a new job');
  return accepted.job.resource!.id;
}

async function adapted(
  datasetId: string,
  architecture: ArchitectureName,
  settings: object,
  load: LoadArchitecture = loadArchitecture,
): Promise<{ readonly end: JobEnd; readonly model: Model }> {
  const { store, artifacts, clock, scratchFolder } = world.datasets;
  const common = { store, artifacts, clock: () => clock.nowMs };
  const request = AdaptationRequest.parse({ dataset_id: datasetId, name: 'poor', architecture, settings });
  const modelId = idOf(
    await createModelService({ ...common, wake: () => {}, newId }).adapt(TENANT, request, null),
  );
  const encoders = { texts: world.texts, images: () => Promise.reject(new Error('no images here')) };
  const task = createAdaptTask({
    ...common,
    loadArchitecture: load,
    encoder: async () => ({ encoderId: 'embedded', encode: encoder.encode.bind(encoder) }),
    tokenizers: {
      open: (tenant, id) => world.opener.open(tenant, id).catch(() => null),
      fit: async (wanted) => {
        await addFittedTokenizer({ ...common, ...store, encoders }, wanted);
        return world.opener.open(wanted.tenantId, wanted.tokenizerId);
      },
    },
    scratchFolder,
    threads: 1,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
  });
  const end = await runTask('model_adaptation', task);
  return { end, model: (await store.models.get(TENANT, modelId))! };
}

async function expectAnswers(named: NamedModel): Promise<void> {
  const { model } = named;
  const { ids } = named.names;
  const longest = Array.from({ length: model.maxHistoryItems }, (_, at) => ids[at % ids.length]!);
  const histories = [[], [ids[0]!], [ids.at(-1)!], longest, longest.map(() => ids[0]!)];
  for (const history of histories) {
    const all = await answer(model, { kind: 'predict', history, candidates: null, limit: 1000 });
    expect(all.items.length).toBe(ids.length);
    const among = await answer(model, { kind: 'predict', history, candidates: ids, limit: 1000 });
    expect(among).toEqual(all);
    await answer(model, { kind: 'predict', history, candidates: [ids[0]!], limit: 1 });
    if (history.length === 0) continue;
    await answer(model, { kind: 'embed', history });
    if (model.generate === undefined) continue;
    const generated = await answer(model, {
      kind: 'generate',
      history,
      candidates: null,
      limit: 100,
      beam: 200,
    });
    expect(generated.items.length).toBe(Math.min(100, ids.length));
  }

  async function answer<Kind extends ModelQuery['kind']>(
    opened: OpenModel,
    query: Extract<ModelQuery, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    const [result] = await answerQueries({ ...named, model: opened }, [query]);
    if (!('answer' in result!)) throw 'error' in result! ? result.error : new Error('unknown items');
    // JSON has NaN and Infinity as null.
    expect(JSON.stringify(result.answer)).not.toContain('null');
    return result.answer as Answers[Kind];
  }
}

async function expectSimulations(modelId: string, itemIds: readonly string[]): Promise<void> {
  const { store, artifacts, clock } = world.datasets;
  const serving = { query: async () => null } as Pick<ModelServing, 'query'> as ModelServing;
  const service = createSimulationService({
    store,
    artifacts,
    serving,
    wake: () => {},
    clock: () => clock.nowMs,
    newId,
  });
  for (const policy of ['model', 'popular', 'random', { candidate_item_ids: [itemIds[0]!] }]) {
    const request = { model_id: modelId, histories: [[], [itemIds[0]!]], steps: 13, policy };
    const simulationId = idOf(await service.start(TENANT, SimulationRequest.parse(request), null));
    const end = await runTask('simulation', createSimulateTask({ store, artifacts, loadArchitecture }));
    expect(end).toMatchObject({ status: 'succeeded' });
    const found = await service.get(TENANT, simulationId);
    expect(found).toMatchObject({ histories: 2, judged_histories: 0, error: null });
    for (const { value } of [found.coverage!, found.exposure_gini!, found.repeat_rate!])
      expect(value).toSatisfy((share: number) => share >= 0 && share <= 1);
  }
}

const small = { width: 8, heads: 1, epochs: 1, evaluation: 'brief' };

test.each(Object.entries(cases))('%s', { timeout: 120_000 }, async (_, given) => {
  const imported = await world.datasets.import({ name: 'poor', items: given.items, events: given.events });
  const datasetId = imported.resource!.id;
  const architectures = ['sequential-recommender', 'generative-retriever'] as const;
  for (const architecture of given.alsoGenerates === true ? architectures : architectures.slice(0, 1)) {
    const { end, model } = await adapted(datasetId, architecture, { ...small, ...given.settings });
    if (given.fails !== undefined) {
      expect(end).toMatchObject({
        status: 'failed',
        error: { code: 'invalid_request', message: expect.stringMatching(given.fails) },
      });
      expect(model).toMatchObject({ status: 'failed', made: null });
      continue;
    }
    expect([end.status, model.status]).toEqual(['succeeded', 'ready']);
    const report = JSON.parse(JSON.stringify(model.made!.report));
    expect(EvaluationReport.parse(report)).toEqual(model.made!.report);
    expect(model.made!.evaluation).not.toMatch(/NaN|undefined|Infinity/);
    const kept = await readKeptModel(world.datasets.artifacts, model);
    const opened = await (await loadArchitecture(architecture)).open(kept.files, { threads: 1 });
    await expectAnswers(nameModel('model_1', opened, kept));
    await opened.close();
    if (architecture === 'sequential-recommender')
      await expectSimulations(model.modelId, kept.catalogue.item_ids);
  }
});

test('a training that diverges fails with an error that names the setting', async () => {
  const imported = await world.datasets.import({
    name: 'poor',
    items: catalogue(6),
    events: events(walks(12, 4, 6)),
  });
  const diverges: LoadArchitecture = async (name) => ({
    ...(await loadArchitecture(name)),
    fit: () => Promise.reject(new TrainingDiverged('step 3 was not taken: loss NaN.')),
  });
  const { end, model } = await adapted(imported.resource!.id, 'sequential-recommender', small, diverges);
  expect(end).toMatchObject({
    status: 'failed',
    error: {
      code: 'invalid_field_value',
      message: expect.stringMatching(/diverged.*settings\.learning_rate/),
    },
  });
  expect(model.status).toBe('failed');
});
