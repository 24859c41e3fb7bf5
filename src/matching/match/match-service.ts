/** The interfaces behind POST /match and GET /matches/{match_id}. */
import type { TenantId } from '../../contract/brands.ts';
import type { MatchRecord, MatchRequest, MatchResult } from '../../contract/match.ts';
import type { MatchLogEntry } from '../../contract/match-log.ts';
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

export interface MatchLogQuery {
  readonly userId?: string | undefined;
  /** A candidate that the match showed. */
  readonly candidateId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly domain?: string | undefined;
  /** Epoch ms, included. */
  readonly fromMs?: number | undefined;
  /** Epoch ms, not included. */
  readonly toMs?: number | undefined;
  /** The id below which the page begins; null: the newest. */
  readonly before: string | null;
  readonly limit: number;
}

interface MatchLogPage {
  readonly data: readonly MatchLogEntry[];
  readonly next: string | null;
}

export interface MatchRecords {
  /** Throws 404 `match_not_found`. */
  get(tenant: TenantId, matchId: string): Promise<MatchRecord>;
  /**
   * Newest first. `next`: the id below which the next page begins; null: there is none. Throws 404
   * `domain_not_found`.
   */
  list(tenant: TenantId, query: MatchLogQuery): Promise<MatchLogPage>;
}
