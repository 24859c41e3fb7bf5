/**
 * Fits the weights of a blend by coordinate Newton steps, with weights of at least 0. The loss is the softmax
 * loss of the target among all items, of which a case has the high ones and a sample of the others. It is
 * convex.
 *
 * A case may be background: its target is drawn evenly from all items. A case counts by the probability that
 * it is not, so that targets which no part finds do not flatten what finds the others
 * (docs/design/decisions/sequence-models.md).
 *
 * The weights are drawn to a prior: each part with the weight that it would have alone, times its share. A
 * few cases thus move them little.
 *
 * N cases, P parts, C items of a case, u [2 × P]: the shares for short histories, then those for long ones;
 * the weight of a part is its share times its weight alone.
 */
import { type BlendWeights, lengthShare, type PartName } from './blend.ts';
import type { BlendCase, BlendCases } from './blend-cases.ts';

export interface Prior {
  /** By part: the weight alone, above 0 [P]. */
  readonly alone: readonly number[];
  /** By part: the expected share [P]. */
  readonly shares: readonly number[];
  /** By part: the number of cases that the prior counts as [P]. */
  readonly cases: readonly number[];
}

/**
 * The weight that keeps the shares for short and for long histories close, relative to the cases of the
 * prior.
 */
const CLOSENESS = 2;
const MAX_ROUNDS = 40;
const MIN_CHANGE = 1e-3;
/** The largest change of a share in a step. */
const MAX_STEP = 0.5;
const LEAST_ALONE = 1e-2;
/**
 * The least and the most share of background cases, that of the first round with any, and the rounds before
 * it. From the first round on, a useless part could explain a few cases by chance and leave the rest to
 * background.
 */
const BACKGROUND = { least: 0.02, most: 0.95, first: 0.5, roundsWithout: 8 };

/** The weight of each part alone [P]. Throws `signal.reason`. */
export function weightsAlone(all: BlendCases, signal: AbortSignal): readonly number[] {
  return all.parts.map((name) => {
    const part = all.parts.indexOf(name);
    const own = {
      parts: [name],
      cases: all.cases.map((one) => ({ ...one, differences: columnOf(one, all.parts.length, part) })),
    };
    const prior = { alone: [1], shares: [0.5], cases: [1e-2] };
    const { weights } = fitWeights(own, { short: 1, long: 1 }, prior, signal);
    return Math.max(LEAST_ALONE, weights[name]?.short ?? 0);
  });
}

function columnOf({ differences }: BlendCase, P: number, part: number): Float32Array {
  return Float32Array.from({ length: differences.length / P }, (_, item) => differences[item * P + part]!);
}

/** Throws `signal.reason`. */
export function fitWeights(
  { parts, cases }: BlendCases,
  lengths: BlendWeights['lengths'],
  prior: Prior,
  signal: AbortSignal,
): BlendWeights {
  const P = parts.length;
  const used = cases.filter(({ canBeFound, differences }) => canBeFound && differences.length > 0);
  const lambdas = used.map(({ length }) => lengthShare(length, lengths));
  const u = Float64Array.from({ length: 2 * P }, (_, at) => prior.shares[at % P]!);
  const weightsAt = (lambda: number) =>
    prior.alone.map((alone, part) => alone * ((1 - lambda) * u[part]! + lambda * u[P + part]!));
  /** The blended difference of each item of each case, with the logarithm of the items it stands for. */
  const blended = used.map((one, which) => {
    const sums = sumsOf(one.differences, P, weightsAt(lambdas[which]!));
    for (let item = sums.length - one.drawn; item < sums.length; item++) sums[item]! += one.drawnWeight;
    return sums;
  });
  const trust = new Float64Array(used.length).fill(1);
  let background = BACKGROUND.first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    signal.throwIfAborted();
    if (round >= BACKGROUND.roundsWithout) background = weigh(background);
    let change = 0;
    for (let coordinate = 0; coordinate < 2 * P; coordinate++) change = Math.max(change, step(coordinate));
    if (change < MIN_CHANGE && round > BACKGROUND.roundsWithout) break;
  }
  const weight = (part: number, from: number) => prior.alone[part]! * u[from + part]!;
  return {
    lengths,
    weights: Object.fromEntries(
      parts.flatMap((name: PartName, part) =>
        u[part] === 0 && u[P + part] === 0 ? [] : [[name, { short: weight(part, 0), long: weight(part, P) }]],
      ),
    ),
  };

  /** Writes the probability of each case not to be background; returns the share of the background. */
  function weigh(share: number): number {
    let sum = 0;
    for (const [which, { items, drawn, drawnWeight }] of used.entries()) {
      const all = items.length - drawn + drawn * Math.exp(drawnWeight) + 1;
      const ranked = (1 - share) / (1 + blended[which]!.reduce((total, value) => total + Math.exp(value), 0));
      trust[which] = ranked / (ranked + share / all);
      sum += trust[which]!;
    }
    return Math.max(BACKGROUND.least, Math.min(BACKGROUND.most, 1 - sum / Math.max(1, used.length)));
  }

  /** Returns the change of the share. */
  function step(coordinate: number): number {
    const part = coordinate % P;
    const scale = prior.alone[part]!;
    const isLong = coordinate >= P;
    // The prior is divided between both coordinates of a part.
    const kept = prior.cases[part]! / 2;
    const other = u[(coordinate + P) % (2 * P)]!;
    let gradient =
      kept * (u[coordinate]! - prior.shares[part]!) + CLOSENESS * kept * (u[coordinate]! - other);
    let curvature = kept * (1 + CLOSENESS);
    for (const [which, { differences }] of used.entries()) {
      const share = scale * (isLong ? lambdas[which]! : 1 - lambdas[which]!);
      if (share === 0) continue;
      const { mean, variance } = moments(blended[which]!, differences, P, part);
      gradient += trust[which]! * share * mean;
      curvature += trust[which]! * share ** 2 * variance;
    }
    const wanted = Math.max(-MAX_STEP, Math.min(MAX_STEP, -gradient / curvature));
    const change = Math.max(0, u[coordinate]! + wanted) - u[coordinate]!;
    if (change === 0) return 0;
    u[coordinate]! += change;
    for (const [which, { differences }] of used.entries()) {
      const by = change * scale * (isLong ? lambdas[which]! : 1 - lambdas[which]!);
      const own = blended[which]!;
      if (by !== 0)
        for (let item = 0; item < own.length; item++) own[item]! += by * differences[item * P + part]!;
    }
    return Math.abs(change);
  }
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
