/**
 * Chooses the blend that serves, on validation cases that stopped no training.
 *
 * The weights are fitted with a prior of equal log-odds. They are varied in two ways: the part that is best
 * alone counts up to eight times as much, and popularity counts in full, by half or not at all. A variant
 * serves where its nDCG@10, on cases that its weights were not fitted to, is above that of the plain blend
 * without popularity by more than chance. So a few cases change little, and no part ever serves alone.
 *
 * Where a person's own items are best alone, the variant with the highest nDCG serves. Most targets are then items
 * that the person has not had. They flatten the fitted weight of the own items, which fill the first places.
 *
 * A basket is one case: it lies in one half as a whole, and its nDCG is that of all of its items.
 *
 * Lists must differ between people: a variant whose lists have few different items is left out.
 * Figures: docs/design/decisions/sequence-models.md.
 */
import { mean, quantile } from '../../../../../platform/numeric/statistics.ts';
import { basketMetrics } from '../../../evaluation/basket-metrics.ts';
import type { BlendFacts } from '../../architecture.ts';
import { type BlendWeights, countPartNames, lengthShare, type PartName, weightAt } from './blend.ts';
import type { BlendCase, BlendCases } from './blend-cases.ts';
import { calibrated } from './calibrate-blend.ts';
import { fitWeights, type Prior, sumsOf, weightsAlone } from './fit-weights.ts';

/** Fewer baskets do not tell how to blend; without baskets, fewer cases. */
const MIN_CASES = 10;
const HALVES = 2;
const CUTOFF = 10;
/** Parts of the prior: the network counts as much as two others, popularity has to show that it helps. */
const PRIOR = { network: 2, links: 1, counts: 0, cases: 200, casesOfCounts: 5 };
/** Weights that are tried for the part that is best alone, relative to the others. */
const EMPHASES = [1, 1.5, 2, 3, 5, 8];
/** Weights that are tried for the parts that count, relative to the others. */
const COUNTED = [0, 0.5, 1];
/** Standard errors by which a variant has to be above the plain blend. */
const LEAST_LEAD = 2;
/** Relative to the plain blend, the least number of different items in the lists. */
const LEAST_COVERAGE = 0.2;

export interface ChosenBlend {
  readonly weights: BlendWeights;
  readonly facts: Omit<BlendFacts, 'leftOut' | 'keptShares'>;
}

/** null: there are too few cases. Throws `signal.reason`. */
export function chooseBlend(all: BlendCases, signal: AbortSignal, priorCases?: number): ChosenBlend | null {
  const baskets = startsOf(all.cases).length - 1;
  if (baskets < MIN_CASES) return null;
  const lengths = lengthsOf(all.cases);
  const alone = new Map(all.parts.map((part) => [part, ndcgOf(all, only(part, lengths))]));
  const best = all.parts.reduce((top, part) => (alone.get(part)! > alone.get(top)! ? part : top));
  const prior = priorOf(all, signal);
  const weigh = (part: BlendCases) => variantsOf(part, { lengths, prior, best }, signal);
  const { variant, ndcg } = bestVariant(all, weigh, best === 'own_frequency' ? 0 : LEAST_LEAD);
  const weights = calibrated(all, weigh(all)[variant]!, priorCases);
  const whole = ndcgOf(all, weights);
  return {
    weights,
    facts: {
      cases: baskets,
      lengths,
      ndcgAt10: { network: alone.get('network')!, bestPart: alone.get(best)!, blendHeldOut: ndcg },
      parts: all.parts.map((name) => ({
        name,
        weight: weights.weights[name] ?? { short: 0, long: 0 },
        ndcgAlone: alone.get(name)!,
        adds: whole - ndcgOf(all, without(weights, [name])),
      })),
      offset: weights.offset ?? 0,
    },
  };
}

/** The tenth and the nine-tenths quantile of the lengths of histories. */
function lengthsOf(cases: readonly BlendCase[]): BlendWeights['lengths'] {
  const all = cases.map(({ length }) => length);
  return { short: Math.max(1, quantile(all, 0.1)), long: Math.max(1, quantile(all, 0.9)) };
}

function only(part: PartName, lengths: BlendWeights['lengths']): BlendWeights {
  return { lengths, weights: { [part]: { short: 1, long: 1 } } };
}

function without({ lengths, weights }: BlendWeights, left: readonly PartName[]): BlendWeights {
  const kept = Object.entries(weights).filter(([name]) => !left.includes(name as PartName));
  return { lengths, weights: Object.fromEntries(kept) };
}

function priorOf(all: BlendCases, signal: AbortSignal): Prior {
  const isCount = (name: PartName) => countPartNames.some((count) => count === name);
  const raw = all.parts.map((name) =>
    name === 'network' ? PRIOR.network : isCount(name) ? PRIOR.counts : PRIOR.links,
  );
  const sum = raw.reduce((total, value) => total + value, 0);
  return {
    alone: weightsAlone(all, signal),
    shares: raw.map((value) => value / sum),
    cases: all.parts.map((name) => (isCount(name) ? PRIOR.casesOfCounts : PRIOR.cases)),
  };
}

interface Variation {
  readonly lengths: BlendWeights['lengths'];
  readonly prior: Prior;
  readonly best: PartName;
}

/** The fitted weights, varied; the first is the plain blend. */
function variantsOf(
  all: BlendCases,
  { lengths, prior, best }: Variation,
  signal: AbortSignal,
): readonly BlendWeights[] {
  const personal = fitWeights(withoutCounts(all), lengths, prior, signal);
  const counting = fitWeights(all, lengths, prior, signal);
  return COUNTED.flatMap((counted) => {
    const base = counted === 0 ? personal : scaled(counting, countPartNames, counted);
    return EMPHASES.map((emphasis) => scaled(base, [best], emphasis));
  });
}

/** The same cases, in which the parts that count say nothing. */
function withoutCounts({ parts, cases }: BlendCases): BlendCases {
  const isCount = parts.map((name) => countPartNames.some((count) => count === name));
  const P = parts.length;
  return {
    parts,
    cases: cases.map((one) => ({
      ...one,
      differences: one.differences.map((value, at) => (isCount[at % P] ? 0 : value)),
    })),
  };
}

function scaled({ lengths, weights }: BlendWeights, names: readonly PartName[], by: number): BlendWeights {
  const entries = Object.entries(weights).map(([name, { short, long }]) => {
    const factor = names.includes(name as PartName) ? by : 1;
    return [name, { short: factor * short, long: factor * long }] as const;
  });
  return { lengths, weights: Object.fromEntries(entries) };
}

/** By the nDCG on cases that the weights were not fitted to, of which no other item of their basket was one. */
function bestVariant(
  all: BlendCases,
  weigh: (part: BlendCases) => readonly BlendWeights[],
  leastLead: number,
) {
  const judged = heldOut(all, weigh);
  const [plain] = judged as [Judged, ...Judged[]];
  let found = 0;
  for (const [which, { ndcgs, listed }] of judged.entries()) {
    if (listed.size < LEAST_COVERAGE * plain.listed.size) continue;
    if (mean(ndcgs) > mean(judged[found]!.ndcgs) && isAbove(ndcgs, plain.ndcgs, leastLead)) found = which;
  }
  return { variant: found, ndcg: mean(judged[found]!.ndcgs) };
}

/** Whether the mean difference is above so many standard errors. */
function isAbove(values: Float64Array, others: Float64Array, leastLead: number): boolean {
  const differences = values.map((value, at) => value - others[at]!);
  const average = mean(differences);
  const variance = mean(differences.map((value) => (value - average) ** 2));
  return average > leastLead * Math.sqrt(variance / differences.length);
}

interface Judged {
  readonly ndcgs: Float64Array;
  /** The items of all lists. */
  readonly listed: Set<number>;
}

/** By variant, with weights that were fitted to the other half of the cases. */
function heldOut({ parts, cases }: BlendCases, weigh: (part: BlendCases) => readonly BlendWeights[]) {
  const halves = halvesOf(cases);
  const fitted = halves.map((own) => weigh({ parts, cases: halves.filter((half) => half !== own).flat() }));
  return fitted[0]!.map((_, variant): Judged => {
    const listed = new Set<number>();
    const ndcgs = halves.flatMap((own, half) => [
      ...ndcgsOf({ parts, cases: own }, fitted[half]![variant]!, listed),
    ]);
    return { ndcgs: Float64Array.from(ndcgs), listed };
  });
}

/** Whole baskets, in turn. */
export function halvesOf(cases: readonly BlendCase[]): readonly (readonly BlendCase[])[] {
  const starts = startsOf(cases);
  const baskets = Array.from({ length: starts.length - 1 }, (_, at) =>
    cases.slice(starts[at], starts[at + 1]),
  );
  return Array.from({ length: HALVES }, (_, half) => baskets.filter((__, at) => at % HALVES === half).flat());
}

function ndcgOf(all: BlendCases, weights: BlendWeights): number {
  return mean(ndcgsOf(all, weights));
}

/** The nDCG of each basket. */
function ndcgsOf({ parts, cases }: BlendCases, weights: BlendWeights, listed?: Set<number>): Float64Array {
  const ranks = Float64Array.from(cases, (one) => rankOf(parts, one, weights, listed));
  return basketMetrics(startsOf(cases)).ndcg(ranks, CUTOFF);
}

/** Where each basket begins, and the number of cases. */
function startsOf(cases: readonly BlendCase[]): Uint32Array {
  const isFirst = (at: number) => cases[at]!.basket !== cases[at - 1]?.basket;
  return Uint32Array.from([...cases.keys()].filter(isFirst).concat(cases.length));
}

/** The rank of the target among the high items of the case; a tie gets its middle rank. */
function rankOf(
  parts: readonly PartName[],
  { length, differences, drawn, canBeFound, items, target }: BlendCase,
  { lengths, weights }: BlendWeights,
  listed?: Set<number>,
): number {
  const lambda = lengthShare(length, lengths);
  const own = parts.map((name) => (weights[name] === undefined ? 0 : weightAt(weights[name], lambda)));
  const all = sumsOf(differences, parts.length, own);
  const sums = all.subarray(0, all.length - drawn);
  let [above, tied] = [0, 0];
  for (const sum of sums) {
    if (sum > 0) above++;
    else if (sum === 0) tied++;
  }
  const rank = canBeFound ? 1 + above + tied / 2 : Number.POSITIVE_INFINITY;
  if (listed !== undefined) addListed(listed, sums, items, rank <= CUTOFF ? target : null);
  return rank;
}

/** Adds the items of the list of the best. */
function addListed(listed: Set<number>, sums: Float64Array, items: Uint32Array, target: number | null) {
  const kth = sums.slice().sort()[Math.max(0, sums.length - CUTOFF)];
  for (const [at, sum] of sums.entries()) if (kth !== undefined && sum >= kth) listed.add(items[at]!);
  if (target !== null) listed.add(target);
}
