/**
 * Calibration error by where a candidate stands for a seeker: in the next list, in the band that exploring draws
 * from, or below. Against the true probabilities, so it has no noise of drawn labels. Pairs that were decided are
 * left out, because the model has seen them.
 */
import { BAND_DEPTH, bandSize } from '../../../src/matching/match/explore/explore-places.ts';
import { logit, sigmoid } from '../../../src/platform/numeric/logistic.ts';
import { mean } from '../../../src/platform/numeric/statistics.ts';
import { asRecorded } from '../simulate-outcomes.ts';
import type { SimulatedWorld } from '../simulate-people.ts';
import { LIMIT, type ServedLists } from './served-lists.ts';

const zones = ['list', 'band', 'below'] as const;
type Zone = (typeof zones)[number];

interface ZoneError {
  /** Share of all pairs. */
  readonly share: number;
  /** Mean probability, predicted and true. */
  readonly given: number;
  readonly true: number;
  readonly error: number;
}
export type ErrorByZone = Readonly<Record<Zone | 'all', ZoneError>>;

interface Pair {
  readonly given: number;
  readonly true: number;
}

const BINS = 10;

/** `scores`: P(a chooses b) at a · P + b. */
export function errorByZone(world: SimulatedWorld, lists: ServedLists, scores: Float64Array): ErrorByZone {
  const pairs: Record<Zone, Pair[]> = { list: [], band: [], below: [] };
  for (let seeker = 0; seeker < world.people.length; seeker++) {
    const candidates = lists.candidatesOf(seeker, scores);
    const last = candidates[LIMIT - 1];
    if (last === undefined) continue;
    for (const [rank, { row, score }] of candidates.entries()) {
      const given = scores[seeker * world.people.length + row]!;
      const zone = zoneOf(rank, logit(score) - logit(last.score));
      pairs[zone].push({ given, true: asRecorded(sigmoid(world.logOdds(seeker, row))) });
    }
  }
  const all = zones.flatMap((zone) => pairs[zone]);
  const found = (some: readonly Pair[]) => ({
    share: some.length / all.length,
    given: mean(some.map(({ given }) => given)),
    true: mean(some.map((pair) => pair.true)),
    error: errorOf(some),
  });
  return { list: found(pairs.list), band: found(pairs.band), below: found(pairs.below), all: found(all) };
}

function zoneOf(rank: number, below: number): Zone {
  if (rank < LIMIT) return 'list';
  return below >= -BAND_DEPTH && rank < LIMIT + bandSize(LIMIT) ? 'band' : 'below';
}

/** Over ten bins of equal size. */
function errorOf(pairs: readonly Pair[]): number {
  const sorted = pairs.toSorted((a, b) => a.given - b.given);
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const part = sorted.slice((bin * sorted.length) / BINS, ((bin + 1) * sorted.length) / BINS);
    error += (part.length / sorted.length) * Math.abs(mean(part.map((pair) => pair.given - pair.true)));
  }
  return error;
}
