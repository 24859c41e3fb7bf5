/**
 * The lists by which weights are validated, for a sample of seekers. A seeker's list has all candidates that
 * were chosen before, but not yet by this seeker. Some of them are chosen later.
 */
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import type { LabelledPairs } from '../../labelled-pairs.ts';
import type { LaterChoices } from './later-choices.ts';

export interface Catalogue {
  /** Seekers with a later choice, at most `MOST_SEEKERS` [S]. */
  readonly seekers: readonly number[];
  /** Candidates of each seeker's list [S][C]. */
  readonly candidates: readonly Uint32Array[];
  /** 1 where the candidate is chosen later [S][C]. */
  readonly gains: readonly Float64Array[];
}

const MOST_SEEKERS = 600;
/** The product of seekers and candidates: time and memory of the validation. */
const MOST_PAIRS = 4_000_000;

export function catalogueOf(
  { seekers, candidates }: LabelledPairs,
  { earlier, later }: LaterChoices,
  seed: number,
): Catalogue {
  const random = new SeededRandom(seed);
  const wanted = Map.groupBy(later, (n) => seekers[n]!);
  const some = random.shuffle(Uint32Array.from(wanted.keys())).subarray(0, MOST_SEEKERS);
  const all = new Set(Array.from(earlier, (n) => candidates[n]!));
  const most = Math.max(1, Math.floor(MOST_PAIRS / Math.max(1, some.length)));
  const drawn = random.shuffle(Uint32Array.from(all)).subarray(0, most);
  const held = Map.groupBy(earlier, (n) => seekers[n]!);
  const lists = Array.from(some, (seeker) => {
    const found = new Set(wanted.get(seeker)!.map((n) => candidates[n]!));
    const known = new Set(held.get(seeker)!.map((n) => candidates[n]!));
    const list = [...new Set([...drawn, ...found])].filter((one) => !known.has(one) && one !== seeker);
    return { list: Uint32Array.from(list), gains: Float64Array.from(list, (one) => Number(found.has(one))) };
  });
  return {
    seekers: [...some],
    candidates: lists.map(({ list }) => list),
    gains: lists.map(({ gains }) => gains),
  };
}
