/**
 * Standard errors of statistics over pairs, where decisions of one seeker are correlated, and decisions about
 * one candidate too. This is the two-way cluster-robust variance of Cameron, Gelbach and Miller (2011,
 * «Robust inference with multiway clustering»). The two directions of a pair are a third kind of cluster.
 *
 *   V = V(seekers) + V(candidates) + V(pairs) − 2 V(rows)
 *
 * each the sum of squared cluster sums. Such a V can come out too small, even below 0, so V(rows) is its
 * lower bound. Quantiles are those of Student's t: few clusters, or a few heavy ones, are worth less than
 * many equal ones (effective number: Carter, Schnepel and Steigerwald 2017, without their curvature term).
 * The degrees of freedom are those of both ways together. The degrees of the smaller way alone are usual, but
 * too cautious with the lower bound: with 10 seekers, decisions with 1 error in 200 had 1 in 1,000
 * (docs/design/deployment-gate.md).
 *
 * A statistic enters by the influence of each row: how much the statistic would move if the row weighed more.
 */
import type { PairList } from '../labelled-pairs.ts';

/** Rows of pairs, with their cluster numbers. */
export interface PairClusters {
  /** Numbered from 0, without gaps [N]. */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
  /** Unordered pairs [N]. */
  readonly pairs: Uint32Array;
  /** Effective number of seekers and of candidates: as many clusters of equal mass are worth as much. */
  readonly effectiveSeekers: number;
  readonly effectiveCandidates: number;
}

/** A value with its interval at the level of `CONFIDENCE`. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
}

/** One level for every condition of the deployment gate and every interval in its reasons; two-sided. */
export const CONFIDENCE = 0.99;
/** Standard normal quantile of the level. */
const NORMAL_QUANTILE = 2.5758293035489004;
/** A result for fewer seekers may hold for these alone. */
const FEWEST_SEEKERS = 3;

/** `weights`: mass of each row, for the effective number of clusters [N]. */
export function clustersOf({ people, seekers, candidates }: PairList, weights: Float64Array): PairClusters {
  const unordered = Float64Array.from(seekers, (seeker, n) => {
    const candidate = candidates[n]!;
    return Math.min(seeker, candidate) * people.length + Math.max(seeker, candidate);
  });
  const [bySeeker, byCandidate] = [numbered(seekers), numbered(candidates)];
  return {
    seekers: bySeeker,
    candidates: byCandidate,
    pairs: numbered(unordered),
    effectiveSeekers: effectiveNumber(bySeeker, weights),
    effectiveCandidates: effectiveNumber(byCandidate, weights),
  };
}

/** Standard error of the sum of `influences` [N]. */
export function clusteredError(
  influences: Float64Array,
  { seekers, candidates, pairs }: PairClusters,
): number {
  const rows = influences.reduce((sum, one) => sum + one * one, 0);
  const [ofSeekers, ofCandidates, ofPairs] = [seekers, candidates, pairs].map((clusters) =>
    sumOfSquaredSums(influences, clusters),
  ) as [number, number, number];
  const twoWay = ofSeekers + ofCandidates + ofPairs - 2 * rows;
  return Math.sqrt(Math.max(twoWay, rows));
}

/** Quantile of Student's t at the level; Infinity for too few seekers. */
export function quantileFor({
  effectiveSeekers,
  effectiveCandidates,
}: Pick<PairClusters, 'effectiveSeekers' | 'effectiveCandidates'>): number {
  if (effectiveSeekers < FEWEST_SEEKERS) return Number.POSITIVE_INFINITY;
  const degrees = effectiveSeekers + effectiveCandidates - 2;
  // Cornish and Fisher's expansion: 0.01 too low at 4 degrees of freedom, exact to 0.001 from 10 on.
  const z = NORMAL_QUANTILE;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}

export function estimate(value: number, influences: Float64Array, clusters: PairClusters): Estimate {
  const standardError = clusteredError(influences, clusters);
  const reach = standardError === 0 ? 0 : quantileFor(clusters) * standardError;
  return { value, low: value - reach, high: value + reach, standardError };
}

function sumOfSquaredSums(values: Float64Array, clusters: Uint32Array): number {
  const sums = new Float64Array(values.length);
  for (let n = 0; n < values.length; n++) sums[clusters[n]!]! += values[n]!;
  return sums.reduce((total, sum) => total + sum * sum, 0);
}

/** (Σ mass)² / Σ mass²: the number of clusters where all weigh the same. */
function effectiveNumber(clusters: Uint32Array, weights: Float64Array): number {
  const masses = new Float64Array(weights.length);
  for (let n = 0; n < weights.length; n++) masses[clusters[n]!]! += weights[n]!;
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const squares = masses.reduce((sum, mass) => sum + mass * mass, 0);
  return squares === 0 ? 1 : total ** 2 / squares;
}

function numbered(ids: Uint32Array | Float64Array): Uint32Array {
  const numbers = new Map<number, number>();
  return Uint32Array.from(ids, (id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  });
}
