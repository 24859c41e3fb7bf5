/** Part of the composition root: the service that makes jobs of batch predictions. */

import {
  type BatchService,
  createBatchService,
} from '../behaviour/sequence-models/batches/create-batch-service.ts';
import type { ModelServing } from '../behaviour/sequence-models/serving/model-serving.ts';
import { newId } from '../contract/new-id.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import { sourceSettings } from './open-datasets.ts';

interface BatchRooms {
  readonly settings: Settings;
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openBatchService(
  { settings, store, artifacts, clock }: BatchRooms,
  serving: Pick<ModelServing, 'query'>,
  wake: () => void,
): BatchService {
  return createBatchService({
    store,
    artifacts,
    serving,
    sources: sourceSettings(settings),
    wake,
    clock,
    newId,
  });
}
