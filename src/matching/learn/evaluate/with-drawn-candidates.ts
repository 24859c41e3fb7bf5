/**
 * Stands in for refusals in domains that record choices alone (purchases). For each held-out choice,
 * candidates without a decision by the seeker are drawn, with label 0. They are drawn in proportion to how
 * often they were chosen: against evenly drawn candidates, a model that knows popularity alone would score
 * well.
 */
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';

export interface DrawOptions {
  /** Candidates drawn for each choice; together they have the weight of the choice. Default 4. */
  readonly each?: number;
  readonly seed?: number;
}

/**
 * Returns `heldOut` unchanged if it contains a refusal, else with the drawn rows appended. `all`: every
 * outcome.
 */
export function withDrawnCandidates(
  heldOut: LabelledPairs,
  all: LabelledPairs,
  { each = 4, seed = 1 }: DrawOptions = {},
): LabelledPairs {
  if (heldOut.labels.length === 0 || heldOut.labels.includes(0)) return heldOut;
  const random = new SeededRandom(seed);
  const P = all.people.length;
  const decided = new Set(Array.from(all.seekers, (seeker, row) => seeker * P + all.candidates[row]!));
  const drawn: { row: number; candidate: number }[] = [];
  for (const [row, seeker] of heldOut.seekers.entries()) {
    // The number of tries is bounded: a seeker with decisions on nearly every candidate gets fewer rows.
    for (let tries = 4 * each, wanted = each; tries > 0 && wanted > 0; tries--) {
      const candidate = all.candidates[random.below(all.candidates.length)]!;
      if (candidate === seeker || decided.has(seeker * P + candidate)) continue;
      drawn.push({ row, candidate });
      wanted--;
    }
  }
  const rows = drawn.map(({ row }) => row);
  const append = (column: Float64Array, more: (row: number) => number) =>
    Float64Array.from([...column, ...rows.map(more)]);
  const { slates, counts = new Float64Array(heldOut.labels.length).fill(1) } = heldOut;
  return {
    people: heldOut.people,
    seekers: Uint32Array.from([...heldOut.seekers, ...rows.map((row) => heldOut.seekers[row]!)]),
    candidates: Uint32Array.from([...heldOut.candidates, ...drawn.map(({ candidate }) => candidate)]),
    labels: Uint8Array.from([...heldOut.labels, ...rows.map(() => 0)]),
    weights: append(heldOut.weights, (row) => heldOut.weights[row]! / each),
    counts: append(counts, (row) => counts[row]! / each),
    atMs: append(heldOut.atMs, (row) => heldOut.atMs[row]!),
    ...(slates !== undefined && { slates: Int32Array.from([...slates, ...rows.map((row) => slates[row]!)]) }),
  };
}
