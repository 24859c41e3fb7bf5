/** Interface of the fitting code, which only the training process loads. */
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { PairScorer } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';

interface FitOptions {
  /** Training rows of the outcomes, ascending. */
  readonly rows: Uint32Array;
  /** Model of the tier above, or the prior: start of the fit and target of the shrinkage. */
  readonly base: RankingModel;
  readonly version: string;
  readonly seed: number;
  /** The last deployed model of the tier, whose cross encoder is continued. */
  readonly before?: RankingModel | undefined;
  /** A model of the same set, fitted to fewer rows, whose settings are reused. */
  readonly like?: RankingModel | undefined;
  readonly signal?: AbortSignal;
  /** 0..1 */
  readonly progress?: (share: number) => void;
  /** ISO 8601, UTC. */
  readonly trainedAt?: string;
}

interface GeneralFitOptions {
  readonly version: string;
  readonly seed: number;
  readonly trainedAt: string;
  readonly signal?: AbortSignal;
  /** 0..1 */
  readonly progress?: (share: number) => void;
}

/** One domain of a fit over several; `base` is its general prior. */
interface FitWorld extends Pick<FitOptions, 'rows' | 'base'> {
  readonly set: TrainingSet;
}

export interface Fitting {
  fitRankingModel(set: TrainingSet, options: FitOptions): Promise<RankingModel>;
  /** One model of the general tier for each domain, in order. */
  fitGeneral(worlds: readonly FitWorld[], options: GeneralFitOptions): Promise<readonly RankingModel[]>;
  /** Predicts choices with a ranking model. */
  scorePairs(model: RankingModel, set: TrainingSet): PairScorer;
}
