/** The interfaces behind POST /match and GET /matches/{match_id}. */
import type { TenantId } from '../../contract/brands.ts';
import type { MatchRecord, MatchRequest, MatchResult } from '../../contract/match.ts';
import type { StageTimes } from './stage-times.ts';

/** A match of a batch, which gives way to the matches that callers wait for. */
export interface BatchedMatch {
  /** Epoch ms: the time for ages and intervals, the same for the whole batch. */
  readonly nowMs: number;
  /** The id of the answer, so that a repeated match is recorded once. */
  readonly matchId: string;
}

export interface TimedMatch {
  readonly result: MatchResult;
  readonly times: StageTimes;
}

export interface MatchService {
  /** Throws the ApiErrors of the contract. `signal` aborts when the caller disconnects. */
  match(
    tenant: TenantId,
    request: MatchRequest,
    signal?: AbortSignal,
    batched?: BatchedMatch,
  ): Promise<TimedMatch>;
}

export interface MatchRecords {
  /** Throws 404 `match_not_found`. */
  get(tenant: TenantId, matchId: string): Promise<MatchRecord>;
}
