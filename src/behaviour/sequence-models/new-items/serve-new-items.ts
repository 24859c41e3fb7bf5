/**
 * Predictions that may have items which were appended after the training of the model.
 */
import type { ApiError } from '../../../contract/errors.ts';
import type { PredictRequest } from '../../../contract/model.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { NewItem, NewItemStore, NewItems } from '../../../platform/storage/new-item-store.ts';
import { firstReading, waitOrRetry } from '../../../platform/threads/wait-or-retry.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import type { ModelLookup, ReadyModel } from '../adaptation/find-model.ts';
import type { PersonHistories } from '../people/create-person-histories.ts';
import { type InferenceService, modelFor } from '../serving/inference-service.ts';
import { assertDistinct } from '../serving/item-id-errors.ts';
import { leavesOutSeen, withExclusion } from '../serving/prediction-fields.ts';
import { readerOf } from '../serving/read-request.ts';
import type { NewItemLinks } from './new-item-links.ts';
import { newItemRate, rateBase } from './new-item-rate.ts';
import { type LinkedItem, mergeNewItems, scoreNewItems } from './rank-new-items.ts';

export interface ServeNewItemsParts {
  readonly inference: InferenceService;
  readonly models: ModelLookup;
  readonly datasets: Pick<DatasetStore, 'getKept'>;
  readonly newItems: Pick<NewItemStore, 'of'>;
  readonly people: PersonHistories;
  readonly links: NewItemLinks;
  /** The longest time for which a request waits for the texts of a catalogue, ms. */
  readonly waitMs?: number;
}

type Predicted = Awaited<ReturnType<InferenceService['predict']>>;

/** The inference service with new items, for predictions that ask for them. */
export function serveNewItems(parts: ServeNewItemsParts): InferenceService {
  const { inference, models, datasets, newItems } = parts;
  return {
    ...inference,
    async predict(tenant, modelId, { new_items: asked, ...request }) {
      if (asked === undefined) return inference.predict(tenant, modelId, request);
      if (request.candidate_item_ids !== undefined) assertDistinct(request.candidate_item_ids);
      const model = await modelFor(models, tenant, modelId, 'predict');
      const dataset = await findDataset({ get: datasets.getKept }, tenant, model.datasetId);
      const found = await newItems.of(tenant, dataset.name);
      const wanted = wantedItems(found, request);
      const linked = await linkedItems(parts, dataset, found, wanted);
      const { fresh, scores } = await scoresOfNeighbours(parts, model, linked, request);
      const answer = await inference.predict(tenant, model.modelId, withoutNew(request, fresh));
      const left = { ...withExclusion(request, model), rejected: await rejectedBy(parts, model, request) };
      return withNewItems(left, answer, scoreNewItems(fresh, scores), asked.exploration_share);
    },
  };
}

type Request = Omit<PredictRequest, 'new_items'>;

/** The candidates among the new items. */
function wantedItems({ items }: NewItems, { candidate_item_ids: candidates }: Request): readonly NewItem[] {
  if (candidates === undefined) return items;
  const among = new Set(candidates);
  return items.filter(({ itemId }) => among.has(itemId));
}

/**
 * The items that the person turned down, where these are left out; the model does not know the new ones among
 * them.
 */
async function rejectedBy(
  { people }: ServeNewItemsParts,
  model: ReadyModel,
  request: Request,
): Promise<readonly string[]> {
  const reader = readerOf(request);
  if (reader === undefined || !leavesOutSeen(request)) return [];
  return (await people.of(model, reader).catch(unlessUnknown)).rejectedItemIds;
}

/** Somebody who is predicted by features has turned nothing down. */
function unlessUnknown(error: unknown) {
  if ((error as Partial<ApiError>).code === 'user_not_found') return { rejectedItemIds: [] };
  throw error;
}

async function linkedItems(
  { links, waitMs }: ServeNewItemsParts,
  dataset: Dataset,
  totals: NewItems,
  items: readonly NewItem[],
): Promise<readonly LinkedItem[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ itemId }) => itemId);
  const linking = links.of(dataset.tenantId, dataset, ids);
  const neighbours = await waitOrRetry(
    linking,
    firstReading(`texts of dataset ${dataset.datasetId}`),
    waitMs,
  );
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
  { limit, history = [], rejected, ...request }: Request & { readonly rejected: readonly string[] },
  answer: Predicted,
  scored: ReturnType<typeof scoreNewItems>,
  explorationShare: number,
): Predicted {
  const { exclude_item_ids: excluded = [] } = request;
  const seen = leavesOutSeen(request) ? [...history, ...(answer.ignored_item_ids ?? [])] : [];
  const leftOut = new Set([...seen, ...rejected, ...excluded]);
  const fresh = scored.filter(({ item_id }) => !leftOut.has(item_id));
  const places = Math.floor(limit * explorationShare);
  return { ...answer, items: [...mergeNewItems(answer.items, fresh, { limit, places })] };
}
