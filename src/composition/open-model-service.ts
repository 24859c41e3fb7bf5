/**
 * Part of the composition root: the service that makes jobs of models, as far as `counterpart adapt` needs
 * it.
 */

import { createModelService } from '../behaviour/sequence-models/adaptation/create-model-service.ts';
import type { ModelService } from '../behaviour/sequence-models/adaptation/model-service.ts';
import { newId } from '../contract/new-id.ts';
import type { Store } from '../platform/storage/store.ts';

interface ModelServiceRooms {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openModelService({ store, clock }: ModelServiceRooms, wake: () => void): ModelService {
  return createModelService({ store, wake, clock, newId });
}
