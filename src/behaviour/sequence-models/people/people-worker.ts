/**
 * The thread that reads the events of people. The events of a dataset are read once, and cached by person: 12
 * bytes an event and the ids. Attributes are read with the first request that needs them. The datasets that
 * were requested last stay. The key has the checksums of the files and the erased people, so that a snapshot is
 * read again after an erasure.
 */
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { openArtifactStore } from '../../../platform/artifacts/artifact-location.ts';
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import { eventsOfAll } from './events-of.ts';
import type { PeopleAnswer, PeopleRequest, PeopleSetup } from './people-protocol.ts';
import { priorOf } from './prior-of.ts';
import { type ReadDataset, readDataset } from './read-dataset.ts';
import { trendOf } from './trend-of.ts';

const MAX_DATASETS = 4;

const artifacts = openArtifactStore((workerData as PeopleSetup).artifacts);
const kept = new LRUCache<string, ReadDataset>({ max: MAX_DATASETS });

serveOneByOne<PeopleRequest, PeopleAnswer>(async (request) => {
  const dataset = await datasetOf(request);
  switch (request.kind) {
    case 'events':
      return eventsOfAll(dataset, request.readers);
    case 'prior':
      return priorOf(dataset, request);
    case 'trend':
      return trendOf(dataset, request);
    default:
      return request satisfies never;
  }
});

async function datasetOf({ dataset, selection }: PeopleRequest): Promise<ReadDataset> {
  const { tenantId, datasetId, files, erased } = dataset;
  const key = JSON.stringify([tenantId, datasetId, files.map(({ sha256 }) => sha256), erased, selection]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const snapshot = await readSnapshot(artifacts, dataset);
  const { baskets } = snapshot.declaredEvents;
  const settings = { ...selection, repeats: 'kept', minEvents: 0, baskets, ordersBaskets: false } as const;
  const read = readDataset(await collectHistories(snapshot, settings), snapshot);
  kept.set(key, read);
  return read;
}
