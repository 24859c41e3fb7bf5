/**
 * Calibration: of the pairs that were given 30 %, do 30 % choose? Pairs are sorted by their score and cut into bins of
 * equal mass (10 by default), so that no bin stands on a handful of pairs; equal scores are never parted, so there may
 * be fewer. ECE is the mean distance between given and observed, by mass (Naeini et al. 2015, with equal-mass bins).
 * Bins are cut once, on the pairs themselves, and stay for every draw of the bootstrap.
 */
import type { ScoredLabels } from './area-under-curve.ts';
import type { Statistic } from './cluster-bootstrap.ts';

export interface ReliabilityBin {
  readonly pairs: number;
  /** Lowest and highest probability in the bin. */
  readonly from: number;
  readonly to: number;
  /** Weighted means: what was given, and the share that chose. */
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
    return gap.reduce((sum, one) => sum + Math.abs(one), 0) / mass;
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

/** The bin of each pair [N]: that of the middle of its ties' mass. */
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
