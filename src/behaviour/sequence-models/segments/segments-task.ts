/**
 * The task `model_segments`. All people are embedded, medoids are chosen, and everybody joins the nearest one.
 * An attempt after a crash computes the same segments again, and goes on with the list of people.
 */

import type { EventSettings } from '../../../contract/adaptation.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import type { SegmentsRequest } from '../../../contract/model-segments.ts';
import type { Task, TaskContext } from '../../../platform/jobs/task.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { countedPeople } from '../../batches/batch-people.ts';
import { type BatchParts, runBatch } from '../../batches/run-batch.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import { readSnapshot, type Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { readyModel } from '../adaptation/find-model.ts';
import { peopleHistories } from '../batches/people-histories.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import type { NamedModel } from '../serving/named-model.ts';
import { openNamedModel } from '../serving/open-named-model.ts';
import { assignPeople } from './assign-people.ts';
import { chooseMedoids } from './choose-medoids.ts';
import { describeSegments, liftsOf } from './describe-segments.ts';
import { type EmbeddedPeople, embedPeople } from './embed-people.ts';
import { segmentTable } from './segment-table.ts';
import { type SegmentsInput, segmentsKind } from './segments-kind.ts';

export interface SegmentsTaskParts extends BatchParts {
  readonly store: Pick<Store, 'models' | 'datasets'>;
  readonly loadArchitecture: LoadArchitecture;
}

/** The share of the progress until all people are embedded. */
const EMBEDDED_SHARE = 0.8;
const CHUNK_PEOPLE = 20_000;
const LEAST_PEOPLE = 2;

export function createSegmentsTask(parts: SegmentsTaskParts): Task {
  return {
    ...segmentsKind,
    async run(context) {
      let found: Awaited<ReturnType<typeof findSegments>> | undefined;
      const done = await runBatch(parts, context, {
        name: 'segments',
        table: segmentTable,
        open: async (request: SegmentsRequest, checkpoint) => {
          found = await findSegments(parts, context, request);
          const { lines } = found;
          return {
            people: countedPeople(lines, lines.length),
            done: checkpoint,
            chunkSize: CHUNK_PEOPLE,
            answer: async (chunk: readonly string[]) => ({ lines: chunk, failed: 0 }),
            close: async () => {},
          };
        },
      });
      const { failed: _, ...result } = done.result as { readonly failed: number };
      return { ...done, result: { ...result, ...found!.summary } };
    },
  };
}

async function findSegments(
  parts: SegmentsTaskParts,
  { job, signal, progress }: TaskContext,
  request: SegmentsRequest,
) {
  const { tenantId } = job;
  const model = await readyModel(parts.store.models, tenantId, job.resource!.id);
  const { datasetId } = job.input as SegmentsInput;
  const dataset = await findDataset({ get: parts.store.datasets.getKept }, tenantId, datasetId);
  const snapshot = await readSnapshot(parts.artifacts, dataset);
  const { events } = model.made.training as { readonly events: EventSettings };
  const histories = await peopleHistories(snapshot, [], events, signal);
  const named = await openNamedModel(parts, model);
  try {
    const onProgress = (people: number, all: number) =>
      progress((EMBEDDED_SHARE * people) / all, { stage: 'embedding', people });
    const people = await embedPeople(named, histories, request.min_events, { signal, onProgress });
    progress(EMBEDDED_SHARE, { stage: 'segmenting', people: people.personIds.length });
    return await segmentsOf(named, people, snapshot, request);
  } finally {
    await named.model.close();
  }
}

async function segmentsOf(
  { names }: NamedModel,
  people: EmbeddedPeople,
  snapshot: Snapshot,
  request: SegmentsRequest,
) {
  if (people.personIds.length < LEAST_PEOPLE) throw tooFew(people.personIds.length, request);
  const chosen = chooseMedoids(people.embeddings, request);
  const assigned = assignPeople(people.embeddings, chosen);
  const of = { histories: people.histories, itemIds: names.ids };
  const lifts = liftsOf(of, assigned);
  const wanted = new Set(lifts.flat().map(({ itemId }) => itemId));
  const segments = describeSegments(of, assigned, lifts, await textsOfItems(snapshot, wanted));
  const lines = people.personIds.map((person_id, person) => {
    const [segment, distance] = [assigned.segments[person]! + 1, assigned.distances[person]!];
    return `${JSON.stringify({ person_id, segment, distance })}\n`;
  });
  const { silhouette, sampled } = chosen;
  const leftOut = { left_out: people.leftOut, sessions_left_out: people.sessionsLeftOut };
  return { lines, summary: { k: segments.length, silhouette, sampled, ...leftOut, segments } };
}

async function textsOfItems(snapshot: Snapshot, wanted: ReadonlySet<string>) {
  const texts = new Map<string, string>();
  for await (const { itemIds, texts: read } of snapshot.items())
    for (const [row, itemId] of itemIds.entries()) if (wanted.has(itemId)) texts.set(itemId, read[row]!);
  return texts;
}

function tooFew(people: number, { min_events }: SegmentsRequest) {
  const message = `leaves ${people} people, and it takes ${LEAST_PEOPLE}: few have as many events that the model knows`;
  return invalidRequest([{ path: 'min_events', message: `${message} (${min_events})` }]);
}
