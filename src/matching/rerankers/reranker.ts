/** The interface of an external model that reads a query and a document together. */

export interface Reranker {
  /** Name of the model in answers: `cohere:rerank-v3.5`. */
  readonly name: string;
  /**
   * How relevant each document is to the query, in (0, 1), in the order of the documents. A relevance is no
   * probability: its level differs by model and query. Throws `RerankerUnavailable`, or the signal's reason.
   */
  relevance(query: string, documents: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}

export type RerankerFault = 'failed' | 'malformed' | 'circuit_open';

export class RerankerUnavailable extends Error {
  readonly reason: RerankerFault;

  constructor(reason: RerankerFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RerankerUnavailable';
    this.reason = reason;
  }
}
