/**
 * The datasets that a ready model was trained on. The model that serves is fitted on all histories of its
 * dataset, including those held out for its card. A model with a base model also counts the base's datasets.
 */
import type { EventSettings } from '../../contract/adaptation.ts';
import type { ModelStore } from '../../storage/model-store.ts';
import type { ReadyModel } from './find-model.ts';

export interface LearnedFrom {
  readonly datasetId: string;
  /** The selection of its events. */
  readonly events: EventSettings;
}

/** The model's own dataset comes first; null: a base model no longer exists, so the list is unknown. */
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
