/**
 * Predictions that may have items which were appended after the training of the model. What is shown is
 * counted before the answer is sent, without the person.
 */
import { retryLater } from '../../../contract/errors.ts';
import type { PredictRequest } from '../../../contract/model.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { NewItem, NewItemStore, NewItems } from '../../../platform/storage/new-item-store.ts';
import { waitAtMost } from '../../../platform/threads/wait-at-most.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import type { ModelLookup, ReadyModel } from '../adaptation/find-model.ts';
import { type InferenceService, modelFor } from '../serving/inference-service.ts';
import type { NewItemLinks } from './new-item-links.ts';
import { newItemRate, rateBase } from './new-item-rate.ts';
import { type LinkedItem, mergeNewItems, scoreNewItems } from './rank-new-items.ts';

export interface ServeNewItemsParts {
  readonly inference: InferenceService;
  readonly models: ModelLookup;
  readonly datasets: Pick<DatasetStore, 'getKept'>;
  readonly newItems: Pick<NewItemStore, 'of' | 'addShown'>;
  readonly links: NewItemLinks;
  /** The longest time for which a request waits for the texts of a catalogue, ms. */
  readonly waitMs?: number;
}

type Predicted = Awaited<ReturnType<InferenceService['predict']>>;

const WAIT_MS = 20_000;
const RETRY_AFTER_MS = 5000;
/** The inference service with new items, for predictions that ask for them. */
export function serveNewItems(parts: ServeNewItemsParts): InferenceService {
  const { inference, models, datasets, newItems } = parts;
  return {
    ...inference,
    async predict(tenant, modelId, { new_items: asked, ...request }) {
      if (asked === undefined) return inference.predict(tenant, modelId, request);
      const model = await modelFor(models, tenant, modelId, 'predict');
      const dataset = await findDataset({ get: datasets.getKept }, tenant, model.datasetId);
      const found = await newItems.of(tenant, dataset.name);
      const wanted = wantedItems(found, request);
      const linked = await linkedItems(parts, dataset, found, wanted);
      const { fresh, scores } = await scoresOfNeighbours(parts, model, linked, request);
      const answer = await inference.predict(tenant, model.modelId, withoutNew(request, fresh));
      const merged = withNewItems(request, answer, scoreNewItems(fresh, scores), asked.exploration_share);
      const shown = merged.items.filter(({ new_item }) => new_item).map(({ item_id }) => item_id);
      const places = merged.items.length;
      await newItems.addShown({ tenantId: tenant, name: dataset.name, places, itemIds: shown });
      return merged;
    },
  };
}

type Request = Omit<PredictRequest, 'new_items'>;

/** Candidates, without what is excluded. */
function wantedItems({ items }: NewItems, request: Request): readonly NewItem[] {
  const { candidate_item_ids: candidates, exclude_item_ids: excluded } = request;
  const among = candidates && new Set(candidates);
  const out = new Set(excluded);
  return items.filter(({ itemId }) => !out.has(itemId) && (among?.has(itemId) ?? true));
}

async function linkedItems(
  { links, waitMs = WAIT_MS }: ServeNewItemsParts,
  dataset: Dataset,
  totals: NewItems,
  items: readonly NewItem[],
): Promise<readonly LinkedItem[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ itemId }) => itemId);
  const linking = links.of(dataset.tenantId, dataset, ids);
  if (!(await waitAtMost(linking, waitMs))) throw beingRead(dataset);
  const neighbours = await linking;
  const base = rateBase(totals, dataset.itemCount);
  return items.map((item) => ({
    itemId: item.itemId,
    neighbours: neighbours.get(item.itemId)!,
    rate: newItemRate(item, base),
    shown: item.shown,
  }));
}

/** New items among the candidates are unknown to the model. */
function withoutNew(request: Request, linked: readonly LinkedItem[]): Request {
  const { candidate_item_ids: candidates } = request;
  if (candidates === undefined) return request;
  const isNew = new Set(linked.map(({ itemId }) => itemId));
  return { ...request, candidate_item_ids: candidates.filter((id) => !isNew.has(id)) };
}

/** The items that the model does not know, and the scores of the known ones that they resemble. */
async function scoresOfNeighbours(
  { inference }: ServeNewItemsParts,
  { tenantId, modelId }: ReadyModel,
  linked: readonly LinkedItem[],
  request: Request,
): Promise<{ readonly fresh: readonly LinkedItem[]; readonly scores: ReadonlyMap<string, number> }> {
  if (linked.length === 0) return { fresh: [], scores: new Map() };
  const neighbours = linked.flatMap((item) => item.neighbours.map(({ itemId }) => itemId));
  const candidates = [...new Set([...neighbours, ...linked.map(({ itemId }) => itemId)])];
  const scored = await inference.predict(tenantId, modelId, {
    ...request,
    ...{ candidate_item_ids: candidates, limit: candidates.length, exclude_seen: false, explain: false },
    ...{ exclude_item_ids: undefined, unknown_items: 'ignore', long_history: 'truncate' },
  });
  const isUnknown = new Set(scored.ignored_item_ids);
  return {
    fresh: linked.filter(({ itemId }) => isUnknown.has(itemId)),
    scores: new Map(scored.items.map(({ item_id, score }) => [item_id, score])),
  };
}

function withNewItems(
  { limit, history = [], exclude_seen, candidate_item_ids: candidates }: Request,
  answer: Predicted,
  scored: ReturnType<typeof scoreNewItems>,
  explorationShare: number,
): Predicted {
  const isLeftOut = exclude_seen ?? candidates === undefined;
  const seen = new Set(isLeftOut ? [...history, ...(answer.ignored_item_ids ?? [])] : []);
  const fresh = scored.filter(({ item_id }) => !seen.has(item_id));
  const places = Math.floor(limit * explorationShare);
  return { ...answer, items: [...mergeNewItems(answer.items, fresh, { limit, places })] };
}

function beingRead({ datasetId }: Dataset) {
  return retryLater(
    'warming_up',
    `The texts of dataset ${datasetId} are being read for the first time. Ask again in some seconds; later requests are answered at once.`,
    RETRY_AFTER_MS,
  );
}
