/**
 * A tenant with models of several sizes. The architecture itself makes them from 64 people: real files, with
 * weights near their initial values. Every item then gets a vector, as if it had events, and the attribute
 * `percentile`, 0 to 99.
 */

import { keepModelFiles } from '../../src/behaviour/sequence-models/adaptation/kept-model.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import {
  ATTRIBUTES_FILE,
  attributesFile,
} from '../../src/behaviour/sequence-models/items/attributes-file.ts';
import type { ModelFiles } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { loadArchitecture } from '../../src/behaviour/sequence-models/models/architectures.ts';
import { readFiles, writeFiles } from '../../src/behaviour/sequence-models/models/sequential/model-files.ts';
import { openArtifacts } from '../../src/composition/open-artifacts.ts';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { newId } from '../../src/contract/new-id.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import type { ModelMade, NewModel } from '../../src/platform/storage/model-store.ts';
import { randomBlend } from './random-blend.ts';

const PEOPLE = 64;
const EVENTS = 60;
/** The shape of a shop's data, from which the settings are chosen. */
const shape = { people: 20_000, events: 200_000, medianLength: 6, longLength: 50, hasTexts: false };

export interface SeededModels {
  readonly key: string;
  /** Whose network serves alone, by number of items. */
  readonly modelIds: ReadonlyMap<number, string>;
  /** The same networks in a blend, by number of items. */
  readonly blendIds: ReadonlyMap<number, string>;
}

/** `blended`: the sizes with a blend as well. */
export async function seedModels(
  data: string,
  sizes: readonly number[],
  blended: readonly number[] = [],
): Promise<SeededModels> {
  const { store, accounts, close } = await openStoreAndAccounts({ data });
  try {
    const { tenantId } = await accounts.createTenant({
      name: 'bench',
      domains: [],
      email: 'ops@example.com',
    });
    const { key } = await accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 });
    const seed = async (items: number, isBlend: boolean) => {
      const model: NewModel = {
        tenantId,
        modelId: newId('model'),
        name: `${items} items${isBlend ? ', blend' : ''}`,
        architecture: 'sequential-recommender',
        datasetId: 'ds_none',
        baseModelId: null,
        tokenizerId: null,
        jobId: newId('job'),
        createdAt: new Date().toISOString(),
      };
      await keep(store, model, await makeModel(data, model, items, isBlend));
      return model.modelId;
    };
    const modelIds = new Map<number, string>();
    for (const items of sizes) modelIds.set(items, await seed(items, false));
    const blendIds = new Map<number, string>();
    for (const items of blended) blendIds.set(items, await seed(items, true));
    return { key, modelIds, blendIds };
  } finally {
    await close();
  }
}

export const itemId = (item: number): string => `item-${item.toString(36).padStart(6, '0')}`;

/** Fitted for one epoch, on too little to be of worth. */
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

export async function makeModel(
  data: string,
  { tenantId, modelId }: Pick<NewModel, 'tenantId' | 'modelId'>,
  items: number,
  isBlend = false,
): Promise<ModelMade> {
  const { architecture, settings, train, files } = await untrainedFiles(items);
  const whole = withVectors(files, items, isBlend);
  const opened = await architecture.open(whole, { threads: 1 });
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
    training: { settings, events: { repeats: 'folded', least_events: 1 } },
    files: await keepModelFiles(
      openArtifacts({ data }),
      (part) => `${tenantId}/models/${modelId}/${part}`,
      new Map([...whole, [ATTRIBUTES_FILE, percentiles(items)]]),
      {
        item_ids: train.itemIds,
        counts,
      },
    ),
    readyAt: new Date().toISOString(),
  };
}

function withVectors(files: ModelFiles, items: number, isBlend: boolean): ModelFiles {
  const content = readFiles(files);
  const random = new SeededRandom(1);
  const vectors = Float32Array.from(content.vectors, () => 0.04 * (random.uniform() - 0.5));
  const ones = new Float32Array(items).fill(1);
  const blend = isBlend ? randomBlend(items) : null;
  return writeFiles({ ...content, vectors, outputVectors: vectors, counts: ones, known: ones, blend });
}

function percentiles(items: number): Uint8Array {
  const attributes = Array.from({ length: items }, (_, item) => `{"percentile":${(item * 7919) % 100}}`);
  const createdAtMs = new Float64Array(items).fill(Number.NaN);
  return attributesFile({ declared: { percentile: { type: 'number' } }, attributes, createdAtMs })!;
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
