/** The items that were appended after the training of a model, for predictions that ask for them. */
import type { PredictRequest } from '../../../contract/model.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { NewItem, NewItemStore, NewItems } from '../../../platform/storage/new-item-store.ts';
import { firstReading, waitOrRetry } from '../../../platform/threads/wait-or-retry.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import type { SentNewItems } from '../serving/inference-protocol.ts';
import type { NewItemLinks } from './new-item-links.ts';
import { newItemRate, rateBase } from './new-item-rate.ts';

export interface NewItemSource {
  /** Only candidates, where there are some. 503 `warming_up` while a large catalogue is read for the first time. */
  of(
    model: ReadyModel,
    request: Pick<PredictRequest, 'limit' | 'candidate_item_ids'>,
    asked: NonNullable<PredictRequest['new_items']>,
  ): Promise<SentNewItems>;
}

export interface NewItemSourceParts {
  readonly datasets: Pick<DatasetStore, 'getKept'>;
  readonly newItems: Pick<NewItemStore, 'of'>;
  readonly links: NewItemLinks;
  /** The longest time for which a request waits for the texts of a catalogue, ms. */
  readonly waitMs?: number;
}

export function createNewItemSource({
  datasets,
  newItems,
  links,
  waitMs,
}: NewItemSourceParts): NewItemSource {
  return {
    async of({ tenantId, datasetId }, { limit, candidate_item_ids: candidates }, { exploration_share }) {
      const dataset = await findDataset({ get: datasets.getKept }, tenantId, datasetId);
      const found = await newItems.of(tenantId, dataset.name);
      const places = Math.floor(limit * exploration_share);
      const wanted = wantedItems(found, candidates);
      if (wanted.length === 0) return { items: [], places };
      const ids = wanted.map(({ itemId }) => itemId);
      const reading = firstReading(`texts of dataset ${datasetId}`);
      const linked = await waitOrRetry(links.of(tenantId, dataset, ids), reading, waitMs);
      const base = rateBase(found, dataset.itemCount);
      const items = wanted.map((item) => {
        const { itemId, shown } = item;
        return { itemId, shown, rate: newItemRate(item, base), ...linked.get(itemId)! };
      });
      return { items, places };
    },
  };
}

function wantedItems({ items }: NewItems, candidates: readonly string[] | undefined): readonly NewItem[] {
  if (candidates === undefined) return items;
  const among = new Set(candidates);
  return items.filter(({ itemId }) => among.has(itemId));
}
