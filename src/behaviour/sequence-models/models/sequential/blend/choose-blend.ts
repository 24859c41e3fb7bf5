/**
 * Chooses the blend that serves, on validation cases: the fitted one, or one part alone where that is better.
 * The fitted one is measured on cases that its weights were not fitted to, in two halves. Its final weights
 * are fitted to all cases.
 *
 * The network's weights are then multiplied by an emphasis, the best of a few. The softmax loss gives an
 * overconfident network too small a weight, though its order is right. The nDCG sees the order alone.
 * Figures: docs/design/decisions/sequence-models.md.
 */
import { mean, quantile } from '../../../../../platform/numeric/statistics.ts';
import { ndcgAt } from '../../../evaluation/rank-metrics.ts';
import type { BlendFacts } from '../../architecture.ts';
import { type BlendWeights, lengthShare, type PartName, weightAt } from './blend.ts';
import type { BlendCase, BlendCases } from './blend-cases.ts';
import { fitWeights, sumsOf } from './fit-weights.ts';

/** Fewer cases do not tell how to blend. */
const MIN_CASES = 50;
const HALVES = 2;
const CUTOFF = 10;
/** A fitted weight of 0 could not be emphasized. */
const MIN_NETWORK_WEIGHT = 0.02;
/** Ascending; with the last ones the network decides nearly alone. */
const EMPHASES = [0.25, 0.5, 0.7, 1, 1.4, 2, 3, 4, 6, 8, 12, 16, 32, 64];

export interface ChosenBlend {
  readonly weights: BlendWeights;
  readonly facts: Omit<BlendFacts, 'leftOut' | 'keptShares'>;
}

/** null: there are too few cases. Throws `signal.reason`. */
export function chooseBlend(all: BlendCases, signal: AbortSignal): ChosenBlend | null {
  if (all.cases.length < MIN_CASES) return null;
  const lengths = lengthsOf(all.cases);
  const alone = new Map(all.parts.map((part) => [part, ndcgOf(all, only(part, lengths))]));
  const best = all.parts.reduce((top, part) => (alone.get(part)! > alone.get(top)! ? part : top));
  const byEmphasis = heldOutNdcg(all, lengths, signal);
  const heldOut = Math.max(...byEmphasis);
  const fitted = emphasized(fitWeights(all, lengths, signal), EMPHASES[byEmphasis.lastIndexOf(heldOut)]!);
  const weights = heldOut > alone.get(best)! ? fitted : only(best, lengths);
  const whole = ndcgOf(all, weights);
  return {
    weights,
    facts: {
      cases: all.cases.length,
      lengths,
      ndcgAt10: { network: alone.get('network')!, bestPart: alone.get(best)!, blendHeldOut: heldOut },
      parts: all.parts.map((name) => ({
        name,
        weight: weights.weights[name] ?? { short: 0, long: 0 },
        ndcgAlone: alone.get(name)!,
        adds: whole - ndcgOf(all, without(weights, name)),
      })),
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

function without({ lengths, weights }: BlendWeights, left: PartName): BlendWeights {
  return {
    lengths,
    weights: Object.fromEntries(Object.entries(weights).filter(([name]) => name !== left)),
  };
}

function emphasized({ lengths, weights }: BlendWeights, emphasis: number): BlendWeights {
  const { network = { short: 0, long: 0 }, ...others } = weights;
  const grown = (weight: number) => emphasis * Math.max(MIN_NETWORK_WEIGHT, weight);
  return {
    lengths,
    weights: { network: { short: grown(network.short), long: grown(network.long) }, ...others },
  };
}

/** By emphasis, with weights that were fitted to the other half of the cases. */
function heldOutNdcg(
  { parts, cases }: BlendCases,
  lengths: BlendWeights['lengths'],
  signal: AbortSignal,
): readonly number[] {
  const ranks: number[][] = EMPHASES.map(() => []);
  for (let half = 0; half < HALVES; half++) {
    const isHeldOut = (_: BlendCase, at: number) => at % HALVES === half;
    const weights = fitWeights(
      { parts, cases: cases.filter((blendCase, at) => !isHeldOut(blendCase, at)) },
      lengths,
      signal,
    );
    for (const [which, emphasis] of EMPHASES.entries()) {
      const own = emphasized(weights, emphasis);
      for (const heldOut of cases.filter(isHeldOut)) ranks[which]!.push(rankOf(parts, heldOut, own));
    }
  }
  return ranks.map(meanNdcg);
}

function ndcgOf({ parts, cases }: BlendCases, weights: BlendWeights): number {
  return meanNdcg(cases.map((blendCase) => rankOf(parts, blendCase, weights)));
}

function meanNdcg(ranks: readonly number[]): number {
  return mean(ndcgAt(Float64Array.from(ranks), CUTOFF));
}

/** The rank of the target among the items of the case; a tie gets its middle rank. */
function rankOf(
  parts: readonly PartName[],
  { length, differences, canBeFound }: BlendCase,
  { lengths, weights }: BlendWeights,
): number {
  if (!canBeFound) return Number.POSITIVE_INFINITY;
  const lambda = lengthShare(length, lengths);
  const own = parts.map((name) => (weights[name] === undefined ? 0 : weightAt(weights[name], lambda)));
  let [above, tied] = [0, 0];
  for (const sum of sumsOf(differences, parts.length, own)) {
    if (sum > 0) above++;
    else if (sum === 0) tied++;
  }
  return 1 + above + tied / 2;
}
