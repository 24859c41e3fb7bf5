/** Draws pairs of items that are close together in one sequence. E events in all sequences. */
import { randomUniform } from '../../../platform/numeric/random-streams.ts';

export interface Sequences {
  /** Sequence s is `items` [offsets[s], offsets[s + 1]). */
  readonly offsets: Uint32Array;
  /** Row numbers of the vectors [E]. */
  readonly items: Uint32Array;
}

export interface Pairs {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** Maximum distance of the two events of a pair. */
const MAX_EVENT_DISTANCE = 3;

/** Positions followed by another item, and the ends of the ranges that their pairs are drawn from. */
export function pairedPositions({ offsets, items }: Sequences): {
  readonly at: Uint32Array;
  readonly end: Uint32Array;
} {
  const at: number[] = [];
  const end: number[] = [];
  for (let sequence = 0; sequence + 1 < offsets.length; sequence++)
    for (let position = offsets[sequence]!; position + 1 < offsets[sequence + 1]!; position++) {
      if (items[position] === items[position + 1]) continue;
      at.push(position);
      end.push(Math.min(position + MAX_EVENT_DISTANCE + 1, offsets[sequence + 1]!));
    }
  return { at: Uint32Array.from(at), end: Uint32Array.from(end) };
}

/** `count` pairs of step `step`: an event, and one of the next three of the same sequence. */
export function drawPairs(
  { items }: Sequences,
  { at, end }: ReturnType<typeof pairedPositions>,
  { count, seed, step }: { readonly count: number; readonly seed: number; readonly step: number },
): Pairs {
  const uniform = randomUniform(seed, `pairs ${step}`, 2 * count);
  const first = new Uint32Array(count);
  const second = new Uint32Array(count);
  for (let pair = 0; pair < count; pair++) {
    const chosen = Math.floor(uniform[2 * pair]! * at.length);
    const from = at[chosen]!;
    const other = from + 1 + Math.floor(uniform[2 * pair + 1]! * (end[chosen]! - from - 1));
    first[pair] = items[from]!;
    second[pair] = items[other]!;
  }
  return { first, second };
}
