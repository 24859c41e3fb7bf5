/** The caller's end of the thread that writes the items of models. It starts with the first request. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { ItemsAnswer, ItemsRequest, ItemsSetup } from './items-protocol.ts';
import type { ModelWithItems } from './model-items-key.ts';

const script = new URL('./items-worker.ts', import.meta.url);

export interface ItemsClient {
  /** Writes the file of a model's items. Rejects for damaged files. */
  keep(model: ModelWithItems): Promise<void>;
  close(): Promise<void>;
}

export function createItemsClient(artifacts: ArtifactLocation): ItemsClient {
  const data: ItemsSetup = { artifacts };
  const worker = new WorkerClient<ItemsRequest, ItemsAnswer>(script, { name: 'model items', data });
  return {
    keep: async (model) => {
      await worker.call(model);
    },
    close: () => worker.close(),
  };
}
