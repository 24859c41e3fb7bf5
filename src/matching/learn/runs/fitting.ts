/** Interface of the fitting code, which only the training process loads. */
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { FitOptions } from '../fit/fit-ranking-model.ts';
import type { GeneralOptions } from '../fit/general/fit-general.ts';
import type { GeneralWorld } from '../fit/general/general-rows.ts';
import type { PairScorer } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';

export interface Fitting {
  fitRankingModel(set: TrainingSet, options: FitOptions): Promise<RankingModel>;
  /** One model of the general tier for each domain, in order. */
  fitGeneral(worlds: readonly GeneralWorld[], options: GeneralOptions): Promise<readonly RankingModel[]>;
  /** Predicts choices with a ranking model. */
  scorePairs(model: RankingModel, set: TrainingSet): PairScorer;
}
