/** The job kind `batch_prediction`, without the code of its task. Its resource is the model. */
import type { TaskKind } from '../../jobs/task.ts';

export const batchKind: TaskKind = {
  kind: 'batch_prediction',
  concurrency: 1,
  runsIn: 'process',
  listed: true,
};

/** `key`: the artifact with the request as JSON, in the room `staging` under the id of the job. */
export interface BatchInput {
  readonly key: string;
  /** The dataset of the people's events; null: no row needs one. */
  readonly datasetId: string | null;
}

/** What the finished chunks have; a later attempt goes on from there. */
export interface BatchCheckpoint {
  /** The artifacts with the lines of the chunks, in order. */
  readonly chunks: readonly string[];
  readonly people: number;
  /** Rows that were answered with an error. */
  readonly failed: number;
}

export const noChunks: BatchCheckpoint = { chunks: [], people: 0, failed: 0 };
