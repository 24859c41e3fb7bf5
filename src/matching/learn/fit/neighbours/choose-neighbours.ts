/**
 * Chooses neighbours by the order of lists of later choices, or leaves them out. The table is fitted to the
 * earlier choices. Each setting adds its points to the scores of all other parts. Settings are chosen on one
 * half of the seekers and measured on the other, both ways, so that the best of many is not taken for a gain.
 * The least weight within a standard error of the best is taken. Neighbours are kept where nDCG@50 rises by more
 * than `BEYOND_CHANCE` standard errors over seekers; one in twenty tables that add nothing would pass.
 */
import { mean, standardError } from '../../../../platform/numeric/statistics.ts';
import { neighbourPoints, scoresFrom } from '../../../ranking/neighbours/neighbour-table.ts';
import { slateNdcg } from '../../evaluate/slates.ts';
import type { LabelledPairs } from '../../labelled-pairs.ts';
import type { Catalogue } from '../lists/catalogue.ts';
import { fitNeighbours, type NeighbourSettings } from './fit-neighbours.ts';

export interface ChosenNeighbours {
  /** null: left out. */
  readonly settings: NeighbourSettings | null;
  /** Gain of nDCG@50 by settings that were chosen on other seekers; null: too few lists. */
  readonly measured: { readonly gain: number; readonly standardError: number } | null;
}

interface NeighbourInput {
  /** The earlier choices, and the moment of the lists (epoch ms). */
  readonly earlier: LabelledPairs;
  readonly nowMs: number;
  readonly catalogue: Catalogue;
  /** Log-odds of all other parts [S][C]. */
  readonly scores: readonly Float64Array[];
}

const BEYOND_CHANCE = 1.645;
const FEWEST_SEEKERS = 20;
const TOP = 50;
const NEAREST = 200;
const SHRINK = 5;
/** Decay times of a choice, in mean ages of all choices: markets are slow or fast. */
const DECAYS = [0.7, 2.5];
/**
 * Factors of the points, log-odds for each e-fold of the score: a wide range, because the scale of the other
 * scores is that of lists, not of probabilities.
 */
const WEIGHTS = [0.5, 1, 2, 4, 8, 16, 32, 64];
const DAY_MS = 86_400_000;

export function chooseNeighbours(input: NeighbourInput): ChosenNeighbours {
  const { catalogue, scores } = input;
  if (catalogue.seekers.length < FEWEST_SEEKERS) return { settings: null, measured: null };
  const without = catalogue.gains.map((found, s) => slateNdcg(scores[s]!, found, TOP));
  const tried = settingsToTry(input).map(({ settings, found }) => ({
    settings,
    gains: gainsOf(catalogue, scores, found, settings, without),
  }));
  const seekers = [...catalogue.seekers.keys()];
  const [even, odd] = [seekers.filter((s) => s % 2 === 0), seekers.filter((s) => s % 2 === 1)];
  const [byEven, byOdd] = [leastAsGood(tried, even), leastAsGood(tried, odd)];
  const unseen = Float64Array.from(seekers, (s) => (s % 2 === 0 ? byOdd : byEven).gains[s]!);
  const gain = mean(unseen);
  const error = standardError(unseen);
  const isKept = gain > BEYOND_CHANCE * error;
  return {
    settings: isKept ? leastAsGood(tried, seekers).settings : null,
    measured: { gain, standardError: error },
  };
}

/** Settings with the neighbours' scores of each list [S][C]. */
function settingsToTry({ earlier, nowMs, catalogue }: NeighbourInput) {
  const ages = earlier.atMs.map((at) => (nowMs - at) / DAY_MS);
  const meanAge = mean(ages);
  return DECAYS.flatMap((decay) => {
    const shape = { shrink: SHRINK, nearest: NEAREST, decayDays: decay * meanAge, weight: 1, unit: 1 };
    const table = fitNeighbours(earlier, shape, nowMs);
    const found = catalogue.seekers.map((seeker, s) => {
      const all = scoresFrom(table, seeker);
      return Float64Array.from(catalogue.candidates[s]!, (candidate) => all[candidate]!);
    });
    const unit = meanAbove0(found);
    return WEIGHTS.map((weight) => ({ settings: { ...shape, weight, unit }, found }));
  });
}

/** The mean of the scores above 0; 1 where there is none. */
function meanAbove0(lists: readonly Float64Array[]): number {
  let [sum, count] = [0, 0];
  for (const list of lists) {
    for (const score of list) {
      if (score > 0) count += 1;
      sum += score;
    }
  }
  return count === 0 ? 1 : sum / count;
}

/** Gain of nDCG@50 by seeker [S]; 0 for a list without a later choice. */
function gainsOf(
  { gains }: Catalogue,
  scores: readonly Float64Array[],
  found: readonly Float64Array[],
  settings: NeighbourSettings,
  without: readonly number[],
): Float64Array {
  const curve = { weight: settings.weight, unit: settings.unit };
  return Float64Array.from(gains, (wanted, s) => {
    const sums = scores[s]!.map((score, c) => score + neighbourPoints(curve, found[s]![c]!));
    const gain = slateNdcg(sums, wanted, TOP) - without[s]!;
    return Number.isNaN(gain) ? 0 : gain;
  });
}

/** The least weight whose gains for these seekers are within a standard error of the best. */
function leastAsGood<Tried extends { readonly settings: NeighbourSettings; readonly gains: Float64Array }>(
  tried: readonly Tried[],
  seekers: readonly number[],
): Tried {
  const gainOf = ({ gains }: Tried) => mean(Float64Array.from(seekers, (s) => gains[s]!));
  const best = tried.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
  const isAsGood = ({ gains }: Tried) => {
    const behind = Float64Array.from(seekers, (s) => best.gains[s]! - gains[s]!);
    return mean(behind) <= standardError(behind);
  };
  const byWeight = tried.toSorted((a, b) => a.settings.weight - b.settings.weight);
  return byWeight.find(isAsGood)!;
}
