/** The input by which text projections are fitted and chosen. */
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { TrainingSet } from '../training-set.ts';
import type { EffectVariances, LogOddsProblem } from './fit-log-odds.ts';
import type { FitPeople } from './fit-people.ts';
import type { Shrinkage } from './profile-columns.ts';

export interface ProjectionInput {
  readonly set: TrainingSet;
  readonly people: FitPeople;
  readonly problem: LogOddsProblem;
  /** The model whose scorecard the problem starts from. */
  readonly base: RankingModel;
  /** Training rows of the evidence, and the fold of every row. */
  readonly rows: Uint32Array;
  readonly folds: Uint8Array;
  /** Projections behind the cosines of `problem`. */
  readonly before: TextProjections | null;
  readonly shrinkage: Shrinkage;
  readonly variances: EffectVariances;
}
