/**
 * Where nobody ever refuses (a product that records purchases alone), held-out outcomes hold choices and nothing to
 * tell them from. Candidates whom the seeker never decided on then stand in for refusals, drawn from all who were
 * candidates of somebody on whom the seeker's kind decides, as often as they were chosen: against candidates drawn
 * evenly, a head that knows nothing but who is popular would look wise.
 */
import type { LabelledPairs } from './labelled-pairs.ts';
import { randomNumbers } from './random-numbers.ts';

export interface DrawOptions {
  /** How many are drawn for each choice; together they weigh what the choice does. Default 4. */
  readonly each?: number;
  readonly seed?: number;
}

/** `heldOut` as it is where it holds a refusal; else with drawn rows (label 0) after its own. `all`: every outcome. */
export function withDrawnCandidates(
  heldOut: LabelledPairs,
  all: LabelledPairs,
  { each = 4, seed = 1 }: DrawOptions = {},
): LabelledPairs {
  if (heldOut.labels.length === 0 || heldOut.labels.includes(0)) return heldOut;
  const random = randomNumbers(seed);
  const P = all.people.length;
  const decided = new Set(Array.from(all.seekers, (seeker, row) => seeker * P + all.candidates[row]!));
  const drawn: { row: number; candidate: number }[] = [];
  for (const [row, seeker] of heldOut.seekers.entries()) {
    // A few tries more than are wanted: who decided on nearly everybody gets fewer.
    for (let tries = 4 * each, wanted = each; tries > 0 && wanted > 0; tries--) {
      const candidate = all.candidates[Math.floor(random() * all.candidates.length)]!;
      if (candidate === seeker || decided.has(seeker * P + candidate)) continue;
      drawn.push({ row, candidate });
      wanted--;
    }
  }
  const rows = drawn.map(({ row }) => row);
  const append = (column: Float64Array, more: (row: number) => number) =>
    Float64Array.from([...column, ...rows.map(more)]);
  const { slates } = heldOut;
  return {
    people: heldOut.people,
    seekers: Uint32Array.from([...heldOut.seekers, ...rows.map((row) => heldOut.seekers[row]!)]),
    candidates: Uint32Array.from([...heldOut.candidates, ...drawn.map(({ candidate }) => candidate)]),
    labels: Uint8Array.from([...heldOut.labels, ...rows.map(() => 0)]),
    weights: append(heldOut.weights, (row) => heldOut.weights[row]! / each),
    atMs: append(heldOut.atMs, (row) => heldOut.atMs[row]!),
    ...(slates !== undefined && { slates: Int32Array.from([...slates, ...rows.map((row) => slates[row]!)]) }),
  };
}
