/**
 * The candidates that another engine found among people that this process does not hold. The pipeline runs
 * over `rows`; all other people count in its figures.
 */
import type { RowNumber } from '../../../contract/brands.ts';
import type { FilterStep } from '../stages/filter-rules.ts';

export interface OutsideCandidates {
  /**
   * Rows of the index that may be candidates: the best that the engine found, and people that it may not know
   * yet.
   */
  readonly rows: readonly RowNumber[];
  /** The steps of sql_filter, which the engine applied. Single rules, where the match is explained. */
  readonly steps: readonly FilterStep[];
  /** People of the domain beside `rows`, without the seeker: the sum of the following. */
  readonly people: number;
  /** How many of them each step dropped, by step. */
  readonly dropped: readonly number[];
  /** Erased since the engine took them in. */
  readonly gone: number;
  /** Passed every step, and scored below those that came up. */
  readonly below: number;
  /** Passed every step, and scored below the least score of light_ml. */
  readonly belowMinScore: number;
  /** Passed every step, and were not scored: there were more than the engine scores at most. */
  readonly notScored: number;
  /** How many the engine scored. */
  readonly scored: number;
}
