/**
 * Measures exposure. Each seeker of a seeded held-out sample gets a list of the best candidates of their
 * side, and the appearances of each candidate are counted. Filters and preferences are not applied, so the
 * result compares scorers and does not describe served lists.
 */
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { LabelledPairs, PairScorer } from '../labelled-pairs.ts';

export interface ExposureOptions {
  /** Length of a list. */
  readonly top: number;
  /** Maximum number of seekers and candidates. */
  readonly seekers: number;
  readonly candidates: number;
  readonly seed: number;
  /** Side of a person; undefined in one-sided domains. */
  readonly sideOf: (person: number) => string | undefined;
}

/** One result a scorer, in order; null without candidates to rank. */
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
  /** Rows of one seeker are contiguous. */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

function listsToRank(
  heldOut: LabelledPairs,
  { seekers, candidates, seed, sideOf }: ExposureOptions,
): RankedLists {
  const random = new SeededRandom(seed);
  const sample = (column: Uint32Array, most: number) =>
    random.shuffle(Uint32Array.from(new Set(column)).sort()).slice(0, most);
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

/**
 * Number of appearances of each candidate in the top of a list [C]; equal scores share the positions that
 * they span.
 */
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

/**
 * Gini coefficient of the number of times each person was shown: 0 when all are equal, near 1 when one person
 * gets all. G = Σ (2i − n − 1) xᵢ / (n Σ xᵢ) over the sorted counts, i from 1. Includes people with count 0.
 * NaN where all counts are 0.
 */
export function gini(counts: Float64Array): number {
  const sorted = counts.toSorted();
  const total = sorted.reduce((sum, count) => sum + count, 0);
  const weighted = sorted.reduce((sum, count, n) => sum + (2 * (n + 1) - sorted.length - 1) * count, 0);
  return weighted / (sorted.length * total);
}

/** Share of people with a count above 0; NaN for no people. */
export function coverage(counts: Float64Array): number {
  return counts.reduce((shown, count) => shown + (count > 0 ? 1 : 0), 0) / counts.length;
}
