/** The thread that writes the items of models which were adapted before there were such files. */
import { workerData } from 'node:worker_threads';
import { openArtifactStore } from '../../../platform/artifacts/artifact-location.ts';
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import type { ItemsAnswer, ItemsRequest, ItemsSetup } from './items-protocol.ts';
import { keepModelItems } from './keep-model-items.ts';

const artifacts = openArtifactStore((workerData as ItemsSetup).artifacts);
const never = new AbortController().signal;

serveOneByOne<ItemsRequest, ItemsAnswer>(async (request) => {
  await keepModelItems(artifacts, request, never);
  return null;
});
