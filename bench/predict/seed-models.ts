/**
 * A tenant with models of several sizes. The architecture itself makes them from 64 people: real files, with
 * weights near their initial values.
 */
import { openArtifacts } from '../../src/composition/open-artifacts.ts';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { newId } from '../../src/contract/new-id.ts';
import { keepModelFiles } from '../../src/sequence-models/adaptation/kept-model.ts';
import type { Histories } from '../../src/sequence-models/histories/histories.ts';
import { loadArchitecture } from '../../src/sequence-models/models/architectures.ts';
import type { ModelMade, NewModel } from '../../src/storage/model-store.ts';

const PEOPLE = 64;
const EVENTS = 60;
/** The shape of a shop's data, from which the settings are chosen. */
const shape = { people: 20_000, events: 200_000, medianLength: 6, longLength: 50, hasTexts: false };

export interface SeededModels {
  readonly key: string;
  /** By number of items. */
  readonly modelIds: ReadonlyMap<number, string>;
}

export async function seedModels(data: string, sizes: readonly number[]): Promise<SeededModels> {
  const { store, accounts, close } = await openStoreAndAccounts({ data });
  try {
    const { tenantId } = await accounts.createTenant({
      name: 'bench',
      domains: [],
      email: 'ops@example.com',
    });
    const { key } = await accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 });
    const modelIds = new Map<number, string>();
    for (const items of sizes) {
      const model: NewModel = {
        tenantId,
        modelId: newId('model'),
        name: `${items} items`,
        architecture: 'sequential-recommender',
        datasetId: 'ds_none',
        baseModelId: null,
        tokenizerId: null,
        jobId: newId('job'),
        createdAt: new Date().toISOString(),
      };
      await keep(store, model, await makeModel(data, model, items));
      modelIds.set(items, model.modelId);
    }
    return { key, modelIds };
  } finally {
    await close();
  }
}

export const itemId = (item: number): string => `item-${item.toString(36).padStart(6, '0')}`;

export async function untrainedFiles(items: number) {
  const architecture = await loadArchitecture('sequential-recommender');
  const { settings } = architecture.complete({ history_length: 50 }, { ...shape, items }, null);
  const train = histories(items);
  const { files } = await architecture.fit(
    {
      catalogue: { itemIds: train.itemIds, textVectors: null, createdAtMs: null },
      train,
      validation: null,
      settings: { ...settings, epochs: 1 },
      base: null,
      codes: null,
      seed: 1,
    },
    {
      signal: new AbortController().signal,
      threads: 1,
      maxMemoryBytes: Number.POSITIVE_INFINITY,
      checkpointPath: null,
      onProgress: () => {},
    },
  );
  return { architecture, settings, train, files };
}

async function makeModel(data: string, { tenantId, modelId }: NewModel, items: number): Promise<ModelMade> {
  const { architecture, settings, train, files } = await untrainedFiles(items);
  const opened = await architecture.open(files, { threads: 1 });
  const { maxHistoryItems, embeddingDimensions, capabilities } = opened;
  await opened.close();
  const counts = train.itemIds.map(() => 1);
  return {
    tokenizerId: null,
    capabilities,
    itemCount: items,
    maxHistoryItems,
    embeddingDimensions,
    evaluation: 'Of no worth: made for a benchmark.',
    report: null,
    training: { settings },
    files: await keepModelFiles(
      openArtifacts({ data }),
      (part) => `${tenantId}/models/${modelId}/${part}`,
      files,
      {
        item_ids: train.itemIds,
        counts,
      },
    ),
    readyAt: new Date().toISOString(),
  };
}

function histories(items: number): Histories {
  return {
    personIds: Array.from({ length: PEOPLE }, (_, person) => `p${person}`),
    itemIds: Array.from({ length: items }, (_, item) => itemId(item)),
    offsets: Uint32Array.from({ length: PEOPLE + 1 }, (_, person) => person * EVENTS),
    items: Uint32Array.from({ length: PEOPLE * EVENTS }, (_, at) => (at * 7919) % items),
    timestampsMs: Float64Array.from({ length: PEOPLE * EVENTS }, (_, at) => at),
  };
}

type Store = Awaited<ReturnType<typeof openStoreAndAccounts>>['store'];

async function keep({ jobs }: Store, model: NewModel, made: ModelMade): Promise<void> {
  const { tenantId, modelId, jobId, createdAt } = model;
  const job = {
    jobId,
    tenantId,
    kind: 'model_adaptation',
    resource: { type: 'model', id: modelId },
    userId: null,
    uniqueKey: null,
    input: null,
    runAfterMs: Date.now() + 86_400_000,
    keep: true,
    createdAt,
  };
  await jobs.create(job, { changes: [{ name: 'createModel', args: [model] }] });
  await jobs.cancel(tenantId, jobId, {
    nowMs: Date.now(),
    changes: [{ name: 'completeModel', args: [tenantId, modelId, made] }],
  });
}
