/**
 * The source of the candidates of a match. The index in memory has all people of a domain. An engine outside
 * of the process finds the best people of a domain that no machine's memory holds. Every stage after that is
 * the same.
 */
import type { CandidateIndex } from '../../index/candidate-index.ts';
import type { StoredSeeker } from '../find-seeker.ts';
import type { MatchPlan } from '../match-plan.ts';
import type { GivenCandidates } from '../stage.ts';
import type { OutsideCandidates } from './outside-candidates.ts';

export interface Wanted {
  readonly plan: MatchPlan;
  readonly stored: StoredSeeker;
  /** Epoch ms. */
  readonly nowMs: number;
}

export interface MatchCandidates {
  /** Has every change that was acknowledged before the call, of all people that it holds. */
  readonly index: CandidateIndex;
  /** `candidate_user_ids` of the request; null where it gives none. */
  readonly given: GivenCandidates | null;
  /** null: all of the domain are in the index. */
  readonly outside: OutsideCandidates | null;
}

export interface CandidateEngine {
  /**
   * Throws 503 `warming_up`, `overloaded` or `dependency_unavailable` where the people cannot be searched
   * now.
   */
  candidates(wanted: Wanted, signal?: AbortSignal): Promise<MatchCandidates>;
}
