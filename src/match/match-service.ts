/** The interface behind POST /match. */
import type { TenantId } from '../contract/brands.ts';
import type { MatchRequest, MatchResult } from '../contract/match.ts';

export interface MatchService {
  /** Throws the ApiErrors of the contract. `signal` aborts when the caller disconnects. */
  match(tenant: TenantId, request: MatchRequest, signal?: AbortSignal): Promise<MatchResult>;
}
