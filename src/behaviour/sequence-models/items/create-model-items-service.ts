/**
 * Items of models for callers. An adaptation writes the file of its items, so a request reads a few blocks of
 * it. A model without that file gets it on its first request.
 */
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../../contract/brands.ts';
import type { ModelItem } from '../../../contract/model-items.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { firstReading, waitOrRetry } from '../../../platform/threads/wait-or-retry.ts';
import { type ModelLookup, type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import { itemSources } from './item-sources.ts';
import { type ItemsIndex, linesFrom, type OpenArtifact, positionOf, readItemsIndex } from './items-file.ts';
import { itemOfLine, lineId } from './model-item-line.ts';
import { type ModelWithItems, modelItemsKey } from './model-items-key.ts';

export interface AskedItems {
  readonly prefix?: string | undefined;
  readonly itemIds?: readonly string[] | undefined;
  /** `next` of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ModelItemsService {
  /**
   * In the byte order of the ids. 404 `model_not_found`, 409 `model_not_ready`; 503 `warming_up` while the
   * items of a large model are being read.
   */
  list(
    tenant: TenantId,
    modelId: string,
    asked: AskedItems,
  ): Promise<{ readonly data: readonly ModelItem[]; readonly next: string | null }>;
}

export interface ModelItemsParts {
  readonly models: ModelLookup;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly artifacts: Pick<ArtifactStore, 'stat' | 'open'>;
  /** Writes the file outside of this thread. */
  readonly keep: (model: ModelWithItems) => Promise<void>;
  /** The longest time for which a request waits for the file, ms. */
  readonly waitMs?: number;
}

const MAX_INDEXES = 8;

export function createModelItemsService(parts: ModelItemsParts): ModelItemsService {
  const underWay = new Map<string, Promise<void>>();
  const indexes = new LRUCache<string, ItemsIndex>({ max: MAX_INDEXES });

  function written(key: string, model: ReadyModel): Promise<void> {
    const earlier = underWay.get(key);
    if (earlier !== undefined) return earlier;
    const writing = write(parts, model).finally(() => underWay.delete(key));
    underWay.set(key, writing);
    return writing;
  }

  async function indexOf(key: string, file: OpenArtifact): Promise<ItemsIndex> {
    const index = indexes.get(key) ?? (await readItemsIndex(file));
    indexes.set(key, index);
    return index;
  }

  return {
    async list(tenant, modelId, asked) {
      const model = await readyModel(parts.models, tenant, modelId);
      const key = modelItemsKey(model);
      if ((await parts.artifacts.stat(key)) === null) {
        await waitOrRetry(written(key, model), firstReading(`items of model ${modelId}`), parts.waitMs);
      }
      const file = await parts.artifacts.open(key);
      try {
        return await readPage(file, await indexOf(key, file), asked);
      } finally {
        await file.close();
      }
    },
  };
}

async function write({ models, datasets: stored, keep }: ModelItemsParts, model: ReadyModel): Promise<void> {
  const { tenantId, modelId, made } = model;
  const datasets = (await itemSources({ models, datasets: stored }, model)).map(
    ({ tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased }) => {
      return { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased };
    },
  );
  await keep({ model: { tenantId, modelId, made: { files: made.files } }, datasets });
}

async function readPage(
  file: OpenArtifact,
  index: ItemsIndex,
  { prefix = '', itemIds, before, limit }: AskedItems,
) {
  if (itemIds !== undefined)
    return {
      data: await named(
        file,
        index,
        itemIds.filter((id) => id.startsWith(prefix)),
      ),
      next: null,
    };
  const from = before === null ? await positionOf(file, index, prefix) : Number(before);
  const data: ModelItem[] = [];
  for await (const line of linesFrom(file, index, from)) {
    if (!lineId(line).startsWith(prefix)) break;
    if (data.length === limit) return { data, next: String(from + limit) };
    data.push(itemOfLine(line));
  }
  return { data, next: null };
}

/** The items that there are, each once, in the order of the file. */
async function named(file: OpenArtifact, index: ItemsIndex, itemIds: readonly string[]) {
  const found = new Map<number, ModelItem>();
  for (const itemId of new Set(itemIds)) {
    const position = await positionOf(file, index, itemId);
    for await (const line of linesFrom(file, index, position)) {
      if (lineId(line) === itemId) found.set(position, itemOfLine(line));
      break;
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, item]) => item);
}
