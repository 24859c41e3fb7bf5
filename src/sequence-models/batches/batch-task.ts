/**
 * The task `batch_prediction`. People are answered in chunks, each an artifact of its own. The checkpoint names the
 * finished ones, so that an attempt after a crash repeats at most one chunk and ends with the same bytes.
 */
import { artifactKey } from '../../artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { readStagedJson } from '../../artifacts/stage-json.ts';
import type { EventSettings } from '../../contract/adaptation.ts';
import type { BatchPredictionRequest } from '../../contract/batch-prediction.ts';
import { apiError } from '../../contract/errors.ts';
import { type MadeFile, madeFileTypes } from '../../contract/job.ts';
import { newUlid } from '../../contract/new-id.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { EXPORT_LIFETIME_MS } from '../../datasets/tasks/export-kind.ts';
import type { Task, TaskContext, TaskResult } from '../../jobs/task.ts';
import type { Store } from '../../storage/store.ts';
import { type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { openNamedModel } from '../serving/open-named-model.ts';
import { answerPeople, batchQuery } from './answer-people.ts';
import { type BatchCheckpoint, type BatchInput, batchKind, noChunks } from './batch-kind.ts';
import { type BatchPeople, type BatchPerson, type OpenBatchRows, openBatchPeople } from './batch-people.ts';
import { writeJsonl, writeParquet } from './batch-result.ts';
import { type PeopleHistories, peopleHistories } from './people-histories.ts';

export interface BatchTaskParts {
  readonly store: Pick<Store, 'models' | 'datasets'>;
  readonly artifacts: ArtifactStore;
  readonly loadArchitecture: LoadArchitecture;
  readonly openRows: OpenBatchRows;
  /** Epoch ms. */
  readonly clock: () => number;
  /** The number of items of a chunk's answers; default: 100,000. */
  readonly chunkItems?: number;
}

const CHUNK_ITEMS = 100_000;
/** The share of the progress that the answers take; the rest is the file of the result. */
const ANSWERED_SHARE = 0.95;

export function createBatchTask(parts: BatchTaskParts): Task {
  return { ...batchKind, run: (context) => runBatch(parts, context) };
}

async function runBatch(parts: BatchTaskParts, context: TaskContext): Promise<TaskResult> {
  const { job, signal } = context;
  const unstage = () => parts.artifacts.removeAll(job.tenantId, 'staging', job.jobId);
  try {
    const input = job.input as BatchInput;
    const request = (await readStagedJson(parts.artifacts, input.key)) as BatchPredictionRequest;
    const model = await readyModel(parts.store.models, job.tenantId, job.resource!.id);
    const answered = await answerAll(parts, context, model, request);
    const file = await writeResult(parts, context, answered, request);
    const { people, failed } = answered;
    return { result: { file, people, failed }, afterwards: unstage };
  } catch (error) {
    // After a lost lease or a stop, the next attempt needs the request and the chunks.
    if (!signal.aborted || signal.reason === 'cancelled') await unstage();
    throw error;
  }
}

async function answerAll(
  parts: BatchTaskParts,
  context: TaskContext,
  model: ReadyModel,
  request: BatchPredictionRequest,
): Promise<BatchCheckpoint> {
  const { job, signal, progress } = context;
  const histories = await historiesFor(parts, model, (job.input as BatchInput).datasetId, signal);
  const everyone = await openBatchPeople(request, histories, parts.openRows, signal);
  const named = await openNamedModel(parts, model);
  const asked = { query: batchQuery(request), momentMs: Date.parse(job.createdAt) };
  let done = (job.checkpoint as BatchCheckpoint | null) ?? noChunks;
  try {
    const size = Math.max(1, Math.floor((parts.chunkItems ?? CHUNK_ITEMS) / request.limit));
    for await (const chunk of chunksOf(everyone, size, done.people)) {
      const lines = await answerPeople(named, asked, chunk, signal);
      const key = await writeChunk(parts, context, lines);
      const failed = done.failed + chunk.filter(({ fault }) => fault !== null).length;
      done = { chunks: [...done.chunks, key], people: done.people + chunk.length, failed };
      await context.checkpoint(done);
      progress(ANSWERED_SHARE * everyone.progress(), { people: done.people, failed });
    }
    return done;
  } finally {
    await named.model.close();
  }
}

async function historiesFor(
  { store, artifacts }: BatchTaskParts,
  { tenantId, made }: ReadyModel,
  datasetId: string | null,
  signal: AbortSignal,
): Promise<PeopleHistories | null> {
  if (datasetId === null) return null;
  const dataset = await store.datasets.get(tenantId, datasetId);
  if (dataset === null)
    throw apiError('dataset_not_found', `The dataset ${datasetId} is not there.`, { dataset_id: datasetId });
  const { events } = made.training as { readonly events: EventSettings };
  return peopleHistories(await readSnapshot(artifacts, dataset), events, signal);
}

/** Chunks of the people after the first `done`. */
async function* chunksOf(
  { people }: BatchPeople,
  size: number,
  done: number,
): AsyncGenerator<readonly BatchPerson[]> {
  let skipped = 0;
  let chunk: BatchPerson[] = [];
  for await (const person of people) {
    if (skipped++ < done) continue;
    chunk.push(person);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** The name is unique, because an earlier attempt may have left a chunk that its checkpoint does not name. */
async function writeChunk(
  { artifacts }: BatchTaskParts,
  { job }: TaskContext,
  lines: readonly string[],
): Promise<string> {
  const key = artifactKey(job.tenantId, 'staging', job.jobId, `chunk-${newUlid()}.jsonl`);
  const writer = await artifacts.create(key);
  try {
    for (let from = 0; from < lines.length; from += LINES_A_WRITE)
      await writer.write(Buffer.from(lines.slice(from, from + LINES_A_WRITE).join('')));
    await writer.commit();
    return key;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

const LINES_A_WRITE = 1000;

async function writeResult(
  { artifacts, clock }: BatchTaskParts,
  { job, signal }: TaskContext,
  { chunks }: BatchCheckpoint,
  { output_format: format }: BatchPredictionRequest,
): Promise<MadeFile['file']> {
  const key = artifactKey(job.tenantId, 'exports', job.jobId, `predictions-${newUlid()}.${format}`);
  const write = format === 'jsonl' ? writeJsonl : writeParquet;
  return {
    ...(await write(artifacts, key, chunks, signal)),
    filename: `predictions-${job.jobId}.${format}`,
    content_type: madeFileTypes[format],
    expires_at_ms: clock() + EXPORT_LIFETIME_MS,
  };
}
