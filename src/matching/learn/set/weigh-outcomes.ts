/**
 * The weights that a run learns from: the sent weight, bounded (`bound-weights.ts`), times the polarity of
 * the label.
 */

import type { TenantId } from '../../../contract/brands.ts';
import type { Concentration } from '../../../contract/concentration.ts';
import { quantileOfSorted } from '../../../platform/numeric/statistics.ts';
import { boundWeights, MOST_OVER_MEDIAN } from './bound-weights.ts';
import { describeConcentration } from './describe-concentration.ts';
import type { PeopleNumbers } from './people-numbers.ts';

interface SentOutcome {
  readonly tenantId: TenantId;
  readonly polarity: number;
  /** Above 0. */
  readonly weight: number;
  readonly keyId?: string | null;
}

interface Pairs {
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

/** Share of its sent weight that the outcome of a pair counts with; undefined: it is not in the set. */
export type WeightFactors = (seeker: number, candidate: number) => number | undefined;

interface WeighedSet {
  /** |polarity| × weight as it counts [N]. */
  readonly used: Float64Array;
  readonly factors: WeightFactors;
  /** The API key that sent each, as numbers from 0 [N]. */
  readonly keys: Uint32Array;
  readonly concentration: Concentration;
}

/** `pairs`: the people of each outcome by number [N]. */
export function weighOutcomes(
  outcomes: readonly SentOutcome[],
  pairs: Pairs,
  { people }: Pick<PeopleNumbers, 'people'>,
): WeighedSet {
  const keyIds: (string | null)[] = [];
  const keyNumbers = new Map<string, number>();
  const keys = Uint32Array.from(outcomes, ({ tenantId, keyId = null }) => {
    const name = `${tenantId}/${keyId ?? ''}`;
    const known = keyNumbers.get(name);
    if (known !== undefined) return known;
    keyNumbers.set(name, keyIds.length);
    return keyIds.push(keyId) - 1;
  });
  const weights = Float64Array.from(outcomes, ({ weight }) => weight);
  const { factors, overMedian } = boundWeights(weights, { keys, ...pairs });
  const sent = weights.map((weight, row) => Math.abs(outcomes[row]!.polarity) * weight);
  const used = sent.map((weight, row) => weight * factors[row]!);
  const nameOf = (number: number) => people[number]!.userId;
  return {
    used,
    keys,
    factors: factorsByPair(pairs, factors, people.length),
    concentration: describeConcentration({
      ...{ sent, used, overMedian },
      keys: { of: keys, nameOf: (key) => keyIds[key]! },
      seekers: { of: pairs.seekers, nameOf },
      candidates: { of: pairs.candidates, nameOf },
    }),
  };
}

function factorsByPair({ seekers, candidates }: Pairs, factors: Float64Array, size: number): WeightFactors {
  const byPair = new Map<number, number>();
  for (const [row, factor] of factors.entries()) byPair.set(seekers[row]! * size + candidates[row]!, factor);
  // People numbered later are in no outcome.
  return (seeker, candidate) =>
    candidate >= size || seeker >= size ? undefined : byPair.get(seeker * size + candidate);
}

interface SentTriplets {
  readonly seekers: readonly number[];
  /** The candidate of the outcome that made the triplet; undefined: not in the set. */
  readonly candidates: readonly (number | undefined)[];
  /** Above 0. */
  readonly weights: readonly number[];
}

/**
 * A triplet counts with the share of its outcome. One whose outcome is not in the set weighs at most as much
 * as a single outcome may, over the median of triplets.
 */
export function weighTriplets(
  { seekers, candidates, weights }: SentTriplets,
  factors: WeightFactors,
): Float64Array {
  const sent = Float64Array.from(weights);
  const most = sent.length === 0 ? 0 : MOST_OVER_MEDIAN * quantileOfSorted(sent.toSorted(), 0.5);
  return sent.map((weight, row) => {
    const candidate = candidates[row];
    const factor = candidate === undefined ? undefined : factors(seekers[row]!, candidate);
    return factor === undefined ? Math.min(weight, most) : weight * factor;
  });
}
