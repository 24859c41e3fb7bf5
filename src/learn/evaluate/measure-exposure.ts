/**
 * Who would be seen: a seeded sample of the held-out seekers each gets a list of the best of everybody who was a
 * candidate of somebody on the same side, and it is counted who stands on how many lists. Filters and preferences are
 * not applied: this compares scorers, and is not what people see.
 */
import { coverage, gini } from './exposure.ts';
import type { LabelledPairs, PairScorer } from './labelled-pairs.ts';
import { randomNumbers, shuffle } from './random-numbers.ts';

export interface ExposureOptions {
  /** Length of a list. */
  readonly top: number;
  /** How many seekers and candidates at most. */
  readonly seekers: number;
  readonly candidates: number;
  readonly seed: number;
  /** The side a person is on; undefined where the domain has none. */
  readonly sideOf: (person: number) => string | undefined;
}

/** One result a scorer, in their order; null where there is nobody to rank. */
export async function measureExposure(
  scorers: readonly PairScorer[],
  heldOut: LabelledPairs,
  options: ExposureOptions,
): Promise<readonly ({ readonly gini: number; readonly coverage: number } | null)[]> {
  const lists = listsToRank(heldOut, options);
  if (lists.seekers.length === 0) return scorers.map(() => null);
  const results = [];
  for (const scorer of scorers) {
    const counts = countShown(lists, await scorer.score({ people: heldOut.people, ...lists }), options);
    results.push({ gini: gini(counts), coverage: coverage(counts) });
  }
  return results;
}

interface RankedLists {
  /** Rows of one seeker stand together. */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

function listsToRank(
  heldOut: LabelledPairs,
  { seekers, candidates, seed, sideOf }: ExposureOptions,
): RankedLists {
  const random = randomNumbers(seed);
  const sample = (column: Uint32Array, most: number) =>
    shuffle(Uint32Array.from(new Set(column)).sort(), random).slice(0, most);
  const poolOf = new Map<string | undefined, Uint32Array>();
  for (const [side, rows] of Map.groupBy(heldOut.seekers.keys(), (row) => sideOf(heldOut.seekers[row]!)))
    poolOf.set(
      side,
      sample(
        Uint32Array.from(rows, (row) => heldOut.candidates[row]!),
        candidates,
      ),
    );
  const rows: { seeker: number; candidate: number }[] = [];
  for (const seeker of sample(heldOut.seekers, seekers))
    for (const candidate of poolOf.get(sideOf(seeker))!)
      if (candidate !== seeker) rows.push({ seeker, candidate });
  return {
    seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
  };
}

/** How often each candidate of the lists is among the first; equal scores share the places that they reach [C]. */
function countShown({ seekers, candidates }: RankedLists, scores: Float64Array, { top }: ExposureOptions) {
  const shown = new Map<number, number>([...new Set(candidates)].map((candidate) => [candidate, 0]));
  for (let start = 0, end = 0; start < seekers.length; start = end) {
    while (end < seekers.length && seekers[end] === seekers[start]) end++;
    const list = Array.from({ length: end - start }, (_, n) => start + n);
    const least = list.map((row) => scores[row]!).sort((a, b) => b - a)[Math.min(top, list.length) - 1]!;
    const above = list.filter((row) => scores[row]! > least);
    const tied = list.filter((row) => scores[row] === least);
    const share = (Math.min(top, list.length) - above.length) / tied.length;
    for (const row of above) shown.set(candidates[row]!, shown.get(candidates[row]!)! + 1);
    for (const row of tied) shown.set(candidates[row]!, shown.get(candidates[row]!)! + share);
  }
  return Float64Array.from(shown.values());
}
