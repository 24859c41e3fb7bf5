/**
 * Calibration: whether 30 % of the pairs with probability 30 % were chosen. Pairs are sorted by score and cut
 * into bins of equal mass (10 by default). Equal scores stay in one bin, so there may be fewer bins. ECE is
 * the mean distance between predicted and observed frequency, by mass (Naeini et al. 2015, with equal-mass
 * bins). Bins are cut once and are the same in every bootstrap draw.
 */
import type { ScoredLabels } from './area-under-curve.ts';
import type { Statistic } from './cluster-bootstrap.ts';

export interface ReliabilityBin {
  readonly pairs: number;
  /** Lowest and highest probability in the bin. */
  readonly from: number;
  readonly to: number;
  /** Weighted means: the predicted probability, and the observed share of choices. */
  readonly given: number;
  readonly observed: number;
}

export function expectedCalibrationError(scored: ScoredLabels, bins = 10): Statistic {
  const bin = equalMassBins(scored, bins);
  const { scores, labels, weights, clusters } = scored;
  return (times) => {
    const gap = new Float64Array(bins);
    let mass = 0;
    for (let n = 0; n < scores.length; n++) {
      const weight = weights[n]! * times[clusters[n]!]!;
      gap[bin[n]!]! += weight * (scores[n]! - labels[n]!);
      mass += weight;
    }
    return gap.reduce((sum, difference) => sum + Math.abs(difference), 0) / mass;
  };
}

export function reliabilityTable(scored: ScoredLabels, bins = 10): readonly ReliabilityBin[] {
  const bin = equalMassBins(scored, bins);
  const { scores, labels, weights } = scored;
  return Array.from({ length: bins }, (_, which) => {
    const rows = [...scores.keys()].filter((n) => bin[n] === which);
    const mass = rows.reduce((sum, n) => sum + weights[n]!, 0);
    const mean = (values: ArrayLike<number>) =>
      rows.reduce((sum, n) => sum + weights[n]! * values[n]!, 0) / mass;
    const inBin = rows.map((n) => scores[n]!);
    return {
      pairs: rows.length,
      from: inBin.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY),
      to: inBin.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY),
      given: mean(scores),
      observed: mean(labels),
    };
  }).filter(({ pairs }) => pairs > 0);
}

/** Bin of each pair [N], by the middle of the mass of its ties. */
function equalMassBins({ scores, weights }: ScoredLabels, bins: number): Uint32Array {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bin = new Uint32Array(scores.length);
  let before = 0;
  for (let start = 0, end = 0; start < order.length; start = end) {
    let mass = 0;
    for (; end < order.length && scores[order[end]!] === scores[order[start]!]; end++)
      mass += weights[order[end]!]!;
    const which = Math.min(bins - 1, Math.floor(((before + mass / 2) / total) * bins));
    for (let n = start; n < end; n++) bin[order[n]!] = which;
    before += mass;
  }
  return bin;
}
