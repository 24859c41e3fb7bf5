/** Part of the composition root: the service that creates jobs of models, which `counterpart adapt` needs. */
import { ulid } from 'ulid';
import { createModelService } from '../sequence-models/adaptation/create-model-service.ts';
import type { ModelService } from '../sequence-models/adaptation/model-service.ts';
import type { Store } from '../storage/store.ts';

interface ModelServiceRooms {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openModelService({ store, clock }: ModelServiceRooms, wake: () => void): ModelService {
  return createModelService({ store, wake, clock, newId });
}

export function newId(prefix: string): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}
