/** The external reranker that reads pairs beside our cross encoder, and how long a match waits for it. */
import type { Reranker } from '../../rerankers/reranker.ts';

export interface Reranking {
  readonly reranker: Reranker;
  readonly timeoutMs: number;
}
