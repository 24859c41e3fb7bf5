/**
 * The thread that reads the events of people. The events of a dataset are read once, and cached by person: 12
 * bytes an event and the ids. The datasets that were requested last stay. The key has the checksums of the
 * files and the erased people, so that a snapshot is read again after an erasure.
 */
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { openArtifactStore } from '../../../platform/artifacts/artifact-location.ts';
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import type { Histories } from '../histories/histories.ts';
import type { PeopleRequest, PeopleSetup, PersonEvents, TimedItems } from './people-protocol.ts';

const MAX_DATASETS = 4;

interface ByPerson {
  readonly histories: Histories;
  readonly numbers: ReadonlyMap<string, number>;
}

const nothing: TimedItems = { itemIds: [], timestampsMs: new Float64Array() };
const noEvents: PersonEvents = { ...nothing, rejected: nothing };
const artifacts = openArtifactStore((workerData as PeopleSetup).artifacts);
const kept = new LRUCache<string, ByPerson>({ max: MAX_DATASETS });

serveOneByOne<PeopleRequest, PersonEvents>(async (request) => {
  const { histories, numbers } = await byPerson(request);
  const person = numbers.get(request.personId);
  if (person === undefined) return noEvents;
  const [from, to] = [histories.offsets[person]!, histories.offsets[person + 1]!];
  const idOf = (item: number) => histories.itemIds[item]!;
  return {
    itemIds: Array.from(histories.items.subarray(from, to), idOf),
    timestampsMs: histories.timestampsMs.slice(from, to),
    rejected: rejectedBy(histories, person),
  };
});

function rejectedBy({ rejections, itemIds }: Histories, person: number): TimedItems {
  if (rejections === undefined) return nothing;
  const { offsets, items, timestampsMs } = rejections;
  const [from, to] = [offsets[person]!, offsets[person + 1]!];
  return {
    itemIds: Array.from(items.subarray(from, to), (item) => itemIds[item]!),
    timestampsMs: timestampsMs.slice(from, to),
  };
}

async function byPerson({ dataset, selection }: PeopleRequest): Promise<ByPerson> {
  const { tenantId, datasetId, files, erased } = dataset;
  const key = JSON.stringify([tenantId, datasetId, files.map(({ sha256 }) => sha256), erased, selection]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const settings = { ...selection, repeats: 'kept', minEvents: 1 } as const;
  const histories = await collectHistories(await readSnapshot(artifacts, dataset), settings);
  const numbers = new Map(histories.personIds.map((personId, number) => [personId, number]));
  kept.set(key, { histories, numbers });
  return { histories, numbers };
}
