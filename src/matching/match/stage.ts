/**
 * The interface of a pipeline stage. The five stages are in `stages/`; `run-pipeline.ts` runs them in order.
 */

import type { ChangeSequence, RowNumber } from '../../contract/brands.ts';
import type { FilterRule } from '../../contract/match.ts';
import type { StageName } from '../../contract/match-stages.ts';
import type { Tier } from '../../contract/tier.ts';
import type { CandidateIndex } from '../index/candidate-index.ts';
import type { OutsideCandidates } from './candidates/outside-candidates.ts';
import type { Seeker } from './find-seeker.ts';
import type { MatchPlan } from './match-plan.ts';
import type { ColumnAccess, Pool } from './pool/pool.ts';
import type { RunControl } from './run-control.ts';

/** The input of every stage of one match. */
export interface MatchInput {
  readonly plan: MatchPlan;
  readonly seeker: Seeker;
  readonly index: CandidateIndex;
  /** The last change that the index had when the match began. */
  readonly sequence: ChangeSequence;
  /** null: every row of the index may be a candidate. */
  readonly given: GivenCandidates | null;
  /** null: the index has all people of the domain. */
  readonly outside: OutsideCandidates | null;
  /** Rows that are not shown, as they have too many expected likes; empty while fair exposure is off. */
  readonly capped: readonly RowNumber[];
  /**
   * The encoder whose vectors the match compares, even if another becomes the serving encoder meanwhile.
   * Vectors of different encoders are not comparable.
   */
  readonly encoderId: string;
  /** Epoch ms, one for the whole match. */
  readonly nowMs: number;
}

/** `candidate_user_ids` of the request, looked up in the index. */
export interface GivenCandidates {
  /** The given candidates that exist, without the seeker, by row. */
  readonly users: ReadonlyMap<RowNumber, string>;
  /** Reasons for the others, `unknown` or `self`, by user id. */
  readonly missing: ReadonlyMap<string, string>;
}

/** A stage reads and writes only the columns of the pool that it declares. */
export interface Stage extends ColumnAccess {
  readonly name: StageName;
  run(pool: Pool, input: MatchInput, control: RunControl): Promise<StageOutcome>;
  /** Runs in place of `run` while the stage is disabled; default: the pool passes unchanged. */
  off?(pool: Pool, input: MatchInput, control: RunControl): Promise<StageOutcome>;
}

/** The model that scored, as in `models_used`. */
export interface UsedModel {
  readonly tier: Tier;
  readonly version: string;
  /** Whether outcomes have fitted the level and the temperature of its scores. */
  readonly calibrated: boolean;
}

export interface StageOutcome {
  readonly kept: Pool;
  /** Numbers of dropped candidates by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Why each of the given candidates was dropped, by user id; where the request wants it explained. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** The effect of each rule of sql_filter, where the request wants it explained. */
  readonly rules?: readonly FilterRule[];
  /** User ids of some that were dropped, by reason; where the request wants them explained. */
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  readonly model?: UsedModel;
  /**
   * Why the stage was skipped or cut short (`kept` is then the input pool), or done without one of its parts.
   */
  readonly degraded?: string;
  readonly note?: string;
}

/** The outcome of a stage that was skipped or cut short: its input, unchanged. */
export function cutShort(pool: Pool, degraded: string): StageOutcome {
  return { kept: pool, dropped: {}, degraded };
}
