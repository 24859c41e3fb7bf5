/**
 * The task of a batch. People are answered in chunks, each an artifact of its own. The checkpoint names the
 * finished ones, so that an attempt after a crash repeats at most one chunk and ends with the same bytes.
 */

import { type MadeFile, madeFileTypes } from '../../contract/job.ts';
import { newUlid } from '../../contract/new-id.ts';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import { readStagedJson } from '../../platform/artifacts/stage-json.ts';
import type { TaskContext, TaskResult } from '../../platform/jobs/task.ts';
import type { StoreChange } from '../../platform/storage/store-change.ts';
import { EXPORT_LIFETIME_MS } from '../datasets/tasks/export-kind.ts';
import { type BatchCheckpoint, noChunks } from './batch-checkpoint.ts';
import { type BatchPeople, chunksOf } from './batch-people.ts';
import { type ResultTable, type ReviseLine, writeJsonl, writeParquet } from './batch-result.ts';
import { stageLines } from './staged-lines.ts';

/** The share of the progress that the answers take; the rest is the file of the result. */
const ANSWERED_SHARE = 0.95;

export interface BatchParts {
  readonly artifacts: ArtifactStore;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** `key`: the artifact with the request as JSON, in the room `staging` under the id of the job. */
export interface StagedInput {
  readonly key: string;
}

interface BatchRequest {
  readonly output_format: 'jsonl' | 'parquet';
}

export interface AnsweredChunk {
  /** One line a person, in their order, each with its line feed. */
  readonly lines: readonly string[];
  /** People who were answered with an error. */
  readonly failed: number;
}

export interface OpenBatch<Person> {
  readonly people: BatchPeople<Person>;
  readonly chunkSize: number;
  /** The checkpoint to go on from: the given one, or one that `open` has stored. */
  readonly done: BatchCheckpoint;
  answer(people: readonly Person[], onEach: () => void): Promise<AnsweredChunk>;
  close(): Promise<void>;
}

export interface Revision {
  readonly revise: ReviseLine;
  /** Read when the file is written. */
  counts(): Pick<BatchCheckpoint, 'people' | 'failed'>;
  /** Stored with the end of the job. */
  readonly changes: readonly StoreChange[];
}

export interface BatchWork<Request extends BatchRequest, Person, Row> {
  /** The name of the file, before the id of the job. */
  readonly name: string;
  readonly table: ResultTable<Row>;
  open(request: Request, done: BatchCheckpoint): Promise<OpenBatch<Person>>;
  /** A last look at all lines; null: they stay as they are. */
  lastLook?(request: Request, done: BatchCheckpoint): Promise<Revision | null>;
}

export async function runBatch<Request extends BatchRequest, Person, Row>(
  parts: BatchParts,
  context: TaskContext,
  work: BatchWork<Request, Person, Row>,
): Promise<TaskResult> {
  const request = (await readStagedJson(parts.artifacts, (context.job.input as StagedInput).key)) as Request;
  const answered = await answerAll(parts, context, work, request);
  const revision = (await work.lastLook?.(request, answered)) ?? null;
  const file = await writeResult(parts, context, work, answered.chunks, request, revision?.revise ?? null);
  const { people, failed } = revision?.counts() ?? answered;
  return { result: { file, people, failed }, changes: revision?.changes ?? [] };
}

async function answerAll<Request extends BatchRequest, Person, Row>(
  { artifacts }: BatchParts,
  context: TaskContext,
  work: BatchWork<Request, Person, Row>,
  request: Request,
): Promise<BatchCheckpoint> {
  const { job, progress } = context;
  const batch = await work.open(request, (job.checkpoint as BatchCheckpoint | null) ?? noChunks);
  let { done } = batch;
  const report = (ahead: number) =>
    progress(ANSWERED_SHARE * batch.people.progress(), { people: done.people + ahead, failed: done.failed });
  try {
    for await (const chunk of chunksOf(batch.people, batch.chunkSize, done.people)) {
      let ahead = 0;
      const { lines, failed } = await batch.answer(chunk, () => report(++ahead));
      const key = await stageLines(artifacts, job, 'chunk', lines);
      done = {
        ...done,
        chunks: [...done.chunks, key],
        people: done.people + chunk.length,
        failed: done.failed + failed,
      };
      await context.checkpoint(done);
      report(0);
    }
    return done;
  } finally {
    await batch.close();
  }
}

async function writeResult<Request extends BatchRequest, Row>(
  { artifacts, clock }: BatchParts,
  { job, signal }: TaskContext,
  { name, table }: Pick<BatchWork<Request, never, Row>, 'name' | 'table'>,
  chunks: readonly string[],
  { output_format: format }: BatchRequest,
  revise: ReviseLine | null,
): Promise<MadeFile['file']> {
  const key = artifactKey(job.tenantId, 'exports', job.jobId, `${name}-${newUlid()}.${format}`);
  const file = { key, chunks, revise, signal };
  const written =
    format === 'jsonl' ? await writeJsonl(artifacts, file) : await writeParquet(artifacts, file, table);
  return {
    ...written,
    filename: `${name}-${job.jobId}.${format}`,
    content_type: madeFileTypes[format],
    expires_at_ms: clock() + EXPORT_LIFETIME_MS,
  };
}
