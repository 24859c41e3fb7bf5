/** Fits a ranking model to pairs of a simulated world, and measures it on the others. */
import { domainPrior } from '../../../ranking/models/model-catalog.ts';
import type { RankingModel } from '../../../ranking/ranking-model.ts';
import { areaUnderCurve } from '../../evaluate/area-under-curve.ts';
import { expectedCalibrationError } from '../../evaluate/calibration.ts';
import { takePairs } from '../../labelled-pairs.ts';
import type { TrainingSet } from '../../training-set.ts';
import { fitRankingModel } from '../fit-ranking-model.ts';
import { scorePairs } from '../score-pairs.ts';
import { meeting, type TwoSidedWorld } from './two-sided-world.ts';

export const base = domainPrior(meeting);
export const train = (set: TrainingSet, rows: Uint32Array, seed = 1) =>
  fitRankingModel(set, { rows, base, version: 'tenant-meeting@1', seed });

export async function measure(model: RankingModel, set: TrainingSet, rows: Uint32Array) {
  const pairs = takePairs(set.outcomes, rows);
  const scores = await scorePairs(model, set).score(pairs);
  const rated = {
    scores,
    labels: pairs.labels,
    weights: pairs.weights,
    clusters: new Uint32Array(rows.length),
  };
  const once = Float64Array.of(1);
  return { auc: areaUnderCurve(rated)(once), ece: expectedCalibrationError(rated)(once) };
}

/** A pair has two adjacent rows, one for each direction; every fifth pair is held out. */
export function split({ set }: TwoSidedWorld) {
  const all = Uint32Array.from(set.outcomes.seekers.keys());
  return { known: all.filter((n) => (n >> 1) % 5 !== 0), unseen: all.filter((n) => (n >> 1) % 5 === 0) };
}
