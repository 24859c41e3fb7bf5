/** The interfaces behind POST /match and GET /matches/{match_id}. */
import type { TenantId } from '../contract/brands.ts';
import type { MatchRecord, MatchRequest, MatchResult } from '../contract/match.ts';

export interface MatchService {
  /** Throws the ApiErrors of the contract. `signal` aborts when the caller disconnects. */
  match(tenant: TenantId, request: MatchRequest, signal?: AbortSignal): Promise<MatchResult>;
}

export interface MatchRecords {
  /** Throws 404 `match_not_found`. */
  get(tenant: TenantId, matchId: string): Promise<MatchRecord>;
}
