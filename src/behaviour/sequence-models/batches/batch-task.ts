/** The task `batch_prediction`. */

import type { EventSettings } from '../../../contract/adaptation.ts';
import type { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import type { Task, TaskContext } from '../../../platform/jobs/task.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { BatchCheckpoint } from '../../batches/batch-checkpoint.ts';
import { type BatchParts, type OpenBatch, runBatch } from '../../batches/run-batch.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { openNamedModel } from '../serving/open-named-model.ts';
import { leavesOutSeen } from '../serving/prediction-fields.ts';
import { answerPeople, batchQuery } from './answer-people.ts';
import { type BatchInput, batchKind } from './batch-kind.ts';
import { type BatchPerson, type OpenBatchRows, openBatchPeople } from './batch-people.ts';
import { noteEvents, type ReadEvents, readNotedEvents } from './noted-events.ts';
import { type PeopleHistories, peopleHistories } from './people-histories.ts';
import { predictionTable } from './prediction-table.ts';
import { ownedSnapshot, ownerOf, sessionOwners } from './session-owners.ts';
import { withPriors } from './with-priors.ts';

export interface BatchTaskParts extends BatchParts {
  readonly store: Pick<Store, 'models' | 'datasets' | 'appends'>;
  readonly loadArchitecture: LoadArchitecture;
  readonly openRows: OpenBatchRows;
  /** The number of items of a chunk's answers; default: 100,000. */
  readonly chunkItems?: number;
}

const CHUNK_ITEMS = 100_000;

export function createBatchTask(parts: BatchTaskParts): Task {
  return {
    ...batchKind,
    run: (context) =>
      runBatch(parts, context, {
        name: 'predictions',
        table: predictionTable,
        open: (request: BatchPredictionRequest, done) => openPredictions(parts, context, request, done),
      }),
  };
}

async function openPredictions(
  parts: BatchTaskParts,
  context: TaskContext,
  request: BatchPredictionRequest,
  begun: BatchCheckpoint,
): Promise<OpenBatch<BatchPerson>> {
  const { job, signal } = context;
  const model = await readyModel(parts.store.models, job.tenantId, job.resource!.id);
  const { done, read } = await readOnce(parts, context, model, begun);
  const { readsNewest = false } = job.input as BatchInput;
  const histories = read && (await historiesFor(parts, model, { ...read, readsNewest }, signal));
  const people = await openBatchPeople(request, histories, parts.openRows, signal);
  const named = await openNamedModel(parts, model);
  const asked = {
    query: batchQuery(request, model),
    momentMs: Date.parse(job.createdAt),
    isRejectedLeftOut: leavesOutSeen(request),
  };
  return {
    people,
    done,
    chunkSize: Math.max(1, Math.floor((parts.chunkItems ?? CHUNK_ITEMS) / request.limit)),
    answer: async (given) => {
      const chunk = histories === null ? given : await withPriors(given, histories);
      const lines = await answerPeople(named, asked, chunk, signal);
      return { lines, failed: chunk.filter(({ fault }) => fault !== null).length };
    },
    close: () => named.model.close(),
  };
}

/**
 * The batch reads the same in every attempt: the first one notes the version and the events appended
 * since. null: no row needs it.
 */
async function readOnce(
  parts: BatchTaskParts,
  { job, checkpoint }: TaskContext,
  { tenantId }: ReadyModel,
  begun: BatchCheckpoint,
): Promise<{ readonly done: BatchCheckpoint; readonly read: ReadEvents | null }> {
  const { datasetId, readsNewest } = job.input as BatchInput;
  if (datasetId === null) return { done: begun, read: null };
  if (readsNewest !== true) return { done: begun, read: { datasetId, appended: [] } };
  if (begun.list !== undefined)
    return { done: begun, read: await readNotedEvents(parts.artifacts, begun.list) };
  const { key, read } = await noteEvents(parts, job, { tenantId, datasetId });
  const done = { ...begun, list: key };
  await checkpoint(done);
  return { done, read };
}

async function historiesFor(
  { store, artifacts }: BatchTaskParts,
  { tenantId, made }: ReadyModel,
  { datasetId, appended, readsNewest }: ReadEvents & { readonly readsNewest: boolean },
  signal: AbortSignal,
): Promise<PeopleHistories> {
  const dataset = await findDataset({ get: store.datasets.getKept }, tenantId, datasetId);
  const { events } = made.training as { readonly events: EventSettings };
  const owners = readsNewest ? await sessionOwners(store.appends, dataset) : new Map();
  const snapshot = ownedSnapshot(await readSnapshot(artifacts, dataset), owners);
  const histories = await peopleHistories(snapshot, appended, events, signal);
  return { ...histories, of: (reader) => histories.of(ownerOf(owners, reader)) };
}
