/**
 * Explores in the places of an answer: some go to candidates below the cut, so that outcomes tell of them too.
 * The band has the next best candidates, those not much below the last place. All of them have passed the
 * filters of both sides. The draw follows from the id of the match.
 */
import { createHash } from 'node:crypto';
import { logit } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { Placed } from '../exposure/reserve-places.ts';
import type { Ranked } from '../rank-best.ts';
import { drawPlaces } from './draw-places.ts';

/** Candidates of a band below the last place of the ranking, in log-odds … */
export const BAND_DEPTH = 0.5;
/** … and their number for each place of the answer, and in all. */
const CANDIDATES_A_PLACE = 10;
const MOST_CANDIDATES = 100;

export interface Chosen extends Ranked {
  /** The floor of fair exposure that moved the candidate up; null: none. */
  readonly reservedFor: string | null;
  readonly explored: boolean;
  /** The probability of being shown, above 0; null: the match does not explore. */
  readonly propensity: number | null;
}

export interface Exploring {
  /** Probability of a place to explore; 0: off. */
  readonly share: number;
  readonly matchId: string;
  readonly limit: number;
}

export interface Explored {
  readonly chosen: readonly Chosen[];
  /** Number of candidates in the band; null: the match does not explore. */
  readonly banded: number | null;
}

/** The most candidates that may be drawn. */
export const bandSize = (limit: number) => Math.min(MOST_CANDIDATES, CANDIDATES_A_PLACE * limit);

/** `placed`: the answer without a draw. `alive`: all candidates at hand, best first. */
export function explorePlaces(
  placed: readonly Placed<Ranked>[],
  alive: readonly Ranked[],
  { share, matchId, limit }: Exploring,
): Explored {
  const ranked = placed.map(({ candidate, reservedFor }) => ({ ...candidate, reservedFor }));
  if (share === 0)
    return { chosen: ranked.map((one) => ({ ...one, explored: false, propensity: null })), banded: null };
  const taken = new Set(placed.map(({ candidate }) => candidate));
  const least = ranked.reduce((low, { order }) => Math.min(low, logOddsOf(order)), Number.POSITIVE_INFINITY);
  const band = alive
    .filter((one) => !taken.has(one) && logOddsOf(one.order) >= least - BAND_DEPTH)
    .slice(0, bandSize(limit))
    .map((one) => ({ candidate: { ...one, reservedFor: null }, logOdds: logOddsOf(one.order) }));
  const drawn = drawPlaces({ ranked, band, share, random: new SeededRandom(seedOf(matchId)) });
  const chosen = drawn.map(({ candidate, explored, propensity }) => ({ ...candidate, explored, propensity }));
  return { chosen, banded: band.length };
}

/** Finite, also for a score of 0 or 1. */
const logOddsOf = (order: number) => logit(Math.min(Math.max(order, 1e-12), 1 - 1e-12));

function seedOf(matchId: string): number {
  return createHash('sha256').update(matchId).digest().readUInt32BE(0);
}
