/**
 * Fills some places of an answer by a draw. Each place explores with probability ε. Exploring places show
 * candidates of the band in the order of a Plackett–Luce draw: Gumbel top-k over log-odds (Kool,
 * van Hoof and Welling 2019; Oosterhuis and de Rijke 2020). The others show the ranked candidates in their
 * order, so the last of the ranked give way. Where the band has fewer candidates, the last exploring places
 * show ranked ones.
 */
import type { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { binomialCumulative, drawnPropensity, rankedPropensity } from './propensities.ts';

export interface Banded<Candidate> {
  readonly candidate: Candidate;
  /** Decides the order. */
  readonly logOdds: number;
}

export interface Placed<Candidate> {
  readonly candidate: Candidate;
  readonly explored: boolean;
  /** The probability, before the draw, that this answer shows the candidate. */
  readonly propensity: number;
}

export interface Draw<Candidate> {
  /** The candidates of the answer without a draw, best first [L]. */
  readonly ranked: readonly Candidate[];
  /** The candidates that may be drawn [B]. */
  readonly band: readonly Banded<Candidate>[];
  /** Probability of a place to explore, ε. */
  readonly share: number;
  readonly random: Pick<SeededRandom, 'uniform'>;
}

export function drawPlaces<Candidate>({
  ranked,
  band,
  share,
  random,
}: Draw<Candidate>): readonly Placed<Candidate>[] {
  const explores = ranked.map(() => random.uniform() < share);
  const weights = weightsOf(band);
  const drawn = raceOrder(weights, random);
  const cumulative = binomialCumulative(ranked.length, share);
  let [nextRanked, nextDrawn] = [0, 0];
  return explores.map((explored) => {
    if (!explored || nextDrawn === drawn.length) {
      const rank = nextRanked++;
      const propensity = rankedPropensity(rank, band.length, cumulative);
      return { candidate: ranked[rank]!, explored: false, propensity };
    }
    const at = drawn[nextDrawn++]!;
    const propensity = drawnPropensity(weights, at, cumulative);
    return { candidate: band[at]!.candidate, explored: true, propensity };
  });
}

/** Odds, relative to the greatest, which is 1. */
function weightsOf(band: readonly Banded<unknown>[]): Float64Array {
  const most = band.reduce((best, { logOdds }) => Math.max(best, logOdds), Number.NEGATIVE_INFINITY);
  return Float64Array.from(band, ({ logOdds }) => Math.exp(logOdds - most));
}

/** Positions by their exponential times of arrival: the order of draws without replacement. */
function raceOrder(weights: Float64Array, random: Pick<SeededRandom, 'uniform'>): readonly number[] {
  const times = weights.map((weight) => -Math.log(1 - random.uniform()) / weight);
  return [...weights.keys()].sort((a, b) => times[a]! - times[b]!);
}
