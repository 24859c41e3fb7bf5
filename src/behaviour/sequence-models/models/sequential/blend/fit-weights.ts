/**
 * Fits the weights of a blend by coordinate Newton steps, with weights of at least 0. The loss is the softmax
 * loss of the target among the items that any part ranks high. It is convex.
 *
 * N cases, P parts, C items of a case, w [2 × P]: the weights for short histories, then those for long ones.
 */
import { type BlendWeights, lengthShare, type PartName } from './blend.ts';
import type { BlendCase, BlendCases } from './blend-cases.ts';

/** Relative to a feature's variance: keeps weights finite, and those of short and long histories close. */
const [RIDGE, CLOSENESS] = [1e-3, 2e-2];
const MAX_ROUNDS = 60;
const MIN_CHANGE = 1e-4;
/** In standard deviations of the feature. */
const MAX_STEP = 1;

export function fitWeights(
  { parts, cases }: BlendCases,
  lengths: BlendWeights['lengths'],
  signal: AbortSignal,
): BlendWeights {
  const P = parts.length;
  const used = cases.filter(({ canBeFound, differences }) => canBeFound && differences.length > 0);
  const lambdas = used.map(({ length }) => lengthShare(length, lengths));
  const deviations = deviationsOf(used, P);
  const w = new Float64Array(2 * P);
  [w[0], w[P]] = [1, 1];
  /** The blended difference of each item of each case. */
  const blended = used.map(({ differences }, which) => sumsOf(differences, P, at(w, P, lambdas[which]!)));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    signal.throwIfAborted();
    let change = 0;
    for (let coordinate = 0; coordinate < 2 * P; coordinate++) change = Math.max(change, step(coordinate));
    if (change < MIN_CHANGE) break;
  }
  return {
    lengths,
    weights: Object.fromEntries(
      parts.flatMap((name: PartName, part) => {
        const [short, long] = [w[part]!, w[P + part]!];
        return short === 0 && long === 0 ? [] : [[name, { short, long }]];
      }),
    ),
  };

  /** Returns the change in standard deviations. */
  function step(coordinate: number): number {
    const part = coordinate % P;
    const scale = deviations[part]!;
    if (scale === 0 || used.length === 0) return 0;
    const isLong = coordinate >= P;
    let [gradient, curvature] = [0, 0];
    for (const [which, { differences }] of used.entries()) {
      const share = isLong ? lambdas[which]! : 1 - lambdas[which]!;
      if (share === 0) continue;
      const { mean, variance } = moments(blended[which]!, differences, P, part);
      gradient += (share * mean) / used.length;
      curvature += (share ** 2 * variance) / used.length;
    }
    const other = w[(coordinate + P) % (2 * P)]!;
    gradient += 2 * scale ** 2 * (RIDGE * w[coordinate]! + CLOSENESS * (w[coordinate]! - other));
    curvature += 2 * scale ** 2 * (RIDGE + CLOSENESS);
    const most = MAX_STEP / scale;
    const wanted = Math.max(-most, Math.min(most, -gradient / curvature));
    const change = Math.max(0, w[coordinate]! + wanted) - w[coordinate]!;
    if (change === 0) return 0;
    w[coordinate]! += change;
    for (const [which, { differences }] of used.entries()) {
      const by = change * (isLong ? lambdas[which]! : 1 - lambdas[which]!);
      const own = blended[which]!;
      if (by !== 0)
        for (let item = 0; item < own.length; item++) own[item]! += by * differences[item * P + part]!;
    }
    return Math.abs(change) * scale;
  }
}

function at(w: Float64Array, P: number, lambda: number): Float64Array {
  return Float64Array.from({ length: P }, (_, part) => (1 - lambda) * w[part]! + lambda * w[P + part]!);
}

/** Differences times weights [C]. */
export function sumsOf(differences: Float32Array, P: number, weights: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(differences.length / P);
  for (let item = 0; item < sums.length; item++)
    for (let part = 0; part < P; part++) sums[item]! += weights[part]! * differences[item * P + part]!;
  return sums;
}

/** Mean and variance of a part's differences under the softmax, in which the target has the difference 0. */
function moments(blended: Float64Array, differences: Float32Array, P: number, part: number) {
  let highest = 0;
  for (const value of blended) if (value > highest) highest = value;
  let [sum, first, second] = [Math.exp(-highest), 0, 0];
  for (let item = 0; item < blended.length; item++) {
    const p = Math.exp(blended[item]! - highest);
    const x = differences[item * P + part]!;
    sum += p;
    first += p * x;
    second += p * x * x;
  }
  const mean = first / sum;
  return { mean, variance: Math.max(0, second / sum - mean ** 2) };
}

/** By part: the root mean square of the differences. */
function deviationsOf(cases: readonly BlendCase[], P: number): Float64Array {
  const squares = new Float64Array(P);
  let count = 0;
  for (const { differences } of cases) {
    for (const [place, value] of differences.entries()) squares[place % P]! += value ** 2;
    count += differences.length / P;
  }
  return squares.map((sum) => Math.sqrt(sum / Math.max(1, count)));
}
