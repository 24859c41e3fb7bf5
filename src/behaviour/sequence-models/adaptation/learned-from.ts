/**
 * The datasets that a ready model was trained on: its own and those of its base models. The model that serves
 * is fitted on all histories of its dataset, including the events that were held out for its card.
 */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { ModelStore } from '../../../platform/storage/model-store.ts';
import type { ReadyModel } from './find-model.ts';

export interface LearnedFrom {
  readonly datasetId: string;
  /** The selection of its events. */
  readonly events: EventSettings;
}

/** The model's own dataset first; null if a base model no longer exists, so that the list is unknown. */
export async function learnedFrom(
  models: Pick<ModelStore, 'get'>,
  model: ReadyModel,
): Promise<readonly LearnedFrom[] | null> {
  const learned: LearnedFrom[] = [];
  for (let next = model; ; ) {
    const { events } = next.made.training as { readonly events: EventSettings };
    learned.push({ datasetId: next.datasetId, events });
    if (next.baseModelId === null) return learned;
    const base = await models.get(model.tenantId, next.baseModelId);
    if (base === null || base.made === null) return null;
    next = { ...base, made: base.made };
  }
}
