/** The results of a batch's finished chunks. A later attempt goes on from there. */
export interface BatchCheckpoint {
  /** The artifacts with the lines of the chunks, in order. */
  readonly chunks: readonly string[];
  readonly people: number;
  /** People who were answered with an error. */
  readonly failed: number;
  /** The artifact with what the batch wrote down before its first chunk: ids of people, or their events. */
  readonly list?: string;
}

export const noChunks: BatchCheckpoint = { chunks: [], people: 0, failed: 0 };
