/**
 * Reads the training data of an adaptation once: histories, items with their text vectors, and the base
 * model.
 */

import type { EventSettings } from '../../../contract/adaptation.ts';
import { apiError } from '../../../contract/errors.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { assertTrainable } from '../../datasets/access-terms.ts';
import { type CollectedAttributes, collectAttributes } from '../../datasets/features/collect-attributes.ts';
import { featureColumns, givenTimes } from '../../datasets/features/feature-columns.ts';
import { readSnapshot, type Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import {
  collectHistories,
  type HistorySettings,
  type LeftOutEvents,
} from '../histories/collect-histories.ts';
import type { KindCount } from '../histories/event-kinds.ts';
import type { Histories } from '../histories/histories.ts';
import type { ItemCatalogue, ModelFiles } from '../models/architecture.ts';
import { describeLeftOut } from './describe-left-out.ts';
import { hasSequences } from './evaluable-protocols.ts';
import { eventSettings } from './event-settings.ts';
import { type EncodeTexts, encodeItems, type ItemTexts, textsOf, withEarlierItems } from './item-texts.ts';
import { readKeptModel } from './kept-model.ts';

export interface MaterialParts {
  readonly store: Pick<Store, 'datasets' | 'models'>;
  readonly artifacts: ArtifactStore;
  /** The active text encoder. */
  readonly encoder: () => Promise<{ readonly encoderId: string; readonly encode: EncodeTexts }>;
}

export interface Material {
  readonly dataset: Dataset;
  readonly snapshot: Snapshot;
  readonly events: Omit<HistorySettings, 'ties' | 'ordersBaskets'>;
  /** The dataset's histories, with ties in import order. Their item numbers are those of the catalogue. */
  readonly histories: Histories;
  readonly leftOut: LeftOutEvents;
  /** The declared kinds of the events that were read. */
  readonly kinds: readonly KindCount[];
  readonly texts: ItemTexts;
  /** The dataset's items, then those that only the base model has. */
  readonly catalogue: ItemCatalogue;
  /** Attributes of the catalogue's items; typed columns by `featureColumns`. */
  readonly attributes: CollectedAttributes;
  readonly base: { readonly files: ModelFiles; readonly itemIds: readonly string[] } | null;
  readonly encoderId: string;
}

/**
 * Throws `signal.reason`. Throws an ApiError if there is nothing to learn from, or if access terms forbid
 * training. Throws one too if the base model was trained with another text encoder.
 */
export async function readMaterial(
  parts: MaterialParts,
  model: Model,
  requested: EventSettings,
  signal: AbortSignal,
): Promise<Material> {
  const dataset = await datasetOf(parts, model, model.datasetId);
  assertTrainable(dataset);
  const snapshot = await readSnapshot(parts.artifacts, dataset);
  const events = { ...eventSettings(requested), baskets: dataset.declaredEvents.baskets };
  const { leftOut, kinds, ...histories } = await collectHistories(snapshot, events, signal);
  if (!hasSequences(histories)) throw nothingToLearn(dataset, { histories, leftOut }, requested);
  const { encoderId, encode } = await parts.encoder();
  const base = await baseOf(parts, model, encoderId);
  const texts = await withEarlierItems(
    await textsOf(snapshot),
    base?.itemIds ?? [],
    earlierSnapshots(parts, model),
  );
  const textVectors = await encodeItems(texts, encode, signal);
  const attributes = await collectAttributes(
    texts.itemIds,
    dataset.features.items,
    snapshot,
    earlierSnapshots(parts, model),
  );
  const createdAtMs = givenTimes(attributes.createdAtMs);
  const features = Object.keys(attributes.declared).length === 0 ? null : featureColumns(attributes);
  const catalogue = { itemIds: texts.itemIds, textVectors, createdAtMs, features };
  return {
    dataset,
    snapshot,
    events,
    histories,
    leftOut,
    kinds,
    texts,
    catalogue,
    attributes,
    base,
    encoderId,
  };
}

/** The first `count` items: those of the dataset. */
export function firstItems(
  { itemIds, textVectors, createdAtMs, features = null }: ItemCatalogue,
  count: number,
): ItemCatalogue {
  return {
    features,
    itemIds: itemIds.slice(0, count),
    createdAtMs: createdAtMs?.subarray(0, count) ?? null,
    textVectors:
      textVectors === null
        ? null
        : { ...textVectors, values: textVectors.values.subarray(0, count * textVectors.width) },
  };
}

async function datasetOf({ store }: MaterialParts, { tenantId }: Model, datasetId: string): Promise<Dataset> {
  const dataset = await store.datasets.get(tenantId, datasetId);
  if (dataset !== null) return dataset;
  throw apiError(
    'dataset_not_found',
    `The dataset ${datasetId}, which the model was to be trained on, does not exist.`,
    {
      dataset_id: datasetId,
    },
  );
}

async function baseOf(
  { store, artifacts }: MaterialParts,
  { tenantId, baseModelId }: Model,
  encoderId: string,
) {
  if (baseModelId === null) return null;
  const base = await store.models.get(tenantId, baseModelId);
  if (base === null)
    throw apiError('model_not_found', `The base model ${baseModelId} is not there.`, {
      model_id: baseModelId,
    });
  const earlier = (base.made?.training as { readonly encoder?: string } | undefined)?.encoder;
  if (earlier !== encoderId) {
    throw apiError(
      'conflict',
      `The base model ${baseModelId} was trained with the text encoder ${earlier}; this service uses ${encoderId} now. Train from scratch, or go back to that encoder.`,
      { base_model_id: baseModelId, encoder: earlier, serving: encoderId },
    );
  }
  const { files, catalogue } = await readKeptModel(artifacts, base);
  return { files, itemIds: catalogue.item_ids };
}

/** The snapshots of the chain of base models, nearest first. */
async function* earlierSnapshots(parts: MaterialParts, model: Model): AsyncGenerator<Snapshot> {
  for (let next = model.baseModelId; next !== null; ) {
    const earlier: Model | null = await parts.store.models.get(model.tenantId, next);
    if (earlier === null) return;
    const dataset = await parts.store.datasets.get(model.tenantId, earlier.datasetId);
    // A deleted dataset leaves the texts of its own items empty.
    if (dataset !== null) yield await readSnapshot(parts.artifacts, dataset);
    next = earlier.baseModelId;
  }
}

function whyNoSequence({ offsets, baskets }: Histories): string {
  if (!hasSequences({ offsets })) return 'nobody has two';
  return baskets !== undefined && !hasSequences({ offsets, baskets })
    ? 'nobody has two baskets'
    : 'each that follows another one is of an item that the person turned down';
}

function nothingToLearn(
  { datasetId, eventCount }: Dataset,
  { histories, leftOut }: Pick<Material, 'histories' | 'leftOut'>,
  requested: EventSettings,
) {
  const { items } = histories;
  const why = whyNoSequence(histories);
  const found = items.length === 0 ? 'none' : `${items.length}, and ${why}`;
  const omitted = describeLeftOut(leftOut);
  return apiError(
    'invalid_request',
    `Of the ${eventCount} events of dataset ${datasetId}, settings.events keeps ${found}: there is nothing to learn from.${omitted === '' ? '' : ` ${omitted}`} Ask for fewer conditions (kinds, least_value, least_events, repeats), or import a dataset in which people have several events.`,
    { dataset_id: datasetId, events: eventCount, kept: items.length, settings: requested, issues: [] },
  );
}
