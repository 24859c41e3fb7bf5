/** What the interface's POST /match calls. */
import type { TenantId } from '../contract/brands.ts';
import type { MatchRequest, MatchResult } from '../contract/match.ts';

export interface MatchService {
  /** Throws ApiErrors as the contract has them; `signal` aborts when the caller has gone. */
  match(tenant: TenantId, request: MatchRequest, signal?: AbortSignal): Promise<MatchResult>;
}
