/** What a run needs of the room that fits: handed in, and loaded only by the process that trains. */
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { PairScorer } from '../evaluate/labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';

interface FitOptions {
  /** Rows of the outcomes that may be learned from, ascending. */
  readonly rows: Uint32Array;
  /** The tier above, or the prior: where it begins, and to what it is shrunk. */
  readonly base: RankingModel;
  readonly version: string;
  readonly seed: number;
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

/** A domain's share in a fit over several: `base` is its general prior. */
interface FitWorld extends Pick<FitOptions, 'rows' | 'base'> {
  readonly set: TrainingSet;
}

export interface Fitting {
  fitRankingModel(set: TrainingSet, options: FitOptions): Promise<RankingModel>;
  /** Heads of the general tier, in the order of the domains. */
  fitGeneral(worlds: readonly FitWorld[], options: GeneralFitOptions): Promise<readonly RankingModel[]>;
  /** How likely one chooses the other, by the head. */
  scorePairs(model: RankingModel, set: TrainingSet): PairScorer;
}
