/**
 * What a ready model saw. The model that serves is fitted on all histories of its dataset, what was held out for its card
 * among them; one that goes on from another saw what that one saw, too.
 */
import type { EventSettings } from '../../contract/adaptation.ts';
import type { ModelStore } from '../../storage/model-store.ts';
import type { ReadyModel } from './find-model.ts';

export interface LearnedFrom {
  readonly datasetId: string;
  /** Which of its events, and how. */
  readonly events: EventSettings;
}

/** The model's own first; null: a model that it goes on from is not there any more, so it cannot be told. */
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
