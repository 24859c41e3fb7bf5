/**
 * The external reranker, which adds evidence to the cross_encoder stage, and how long a match waits for it.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Reranker, RerankerUnavailable } from '../../rerankers/reranker.ts';

export interface Reranking {
  readonly reranker: Reranker;
  readonly timeoutMs: number;
  readonly onFailure?: (tenant: TenantId, error: RerankerUnavailable) => void;
}
