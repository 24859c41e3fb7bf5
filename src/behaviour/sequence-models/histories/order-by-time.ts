/**
 * Sorts the events of each person by time, in place. Events at the same moment (ties) keep the import order
 * or are shuffled. If timestamps are days, the import order within a day may leak the next item (figures:
 * docs/design/decisions/sequence-models.md).
 */
import type { UniformStream } from '../../../platform/numeric/random-streams.ts';
import type { EventColumns, Histories } from './histories.ts';

/** `random`: shuffles ties; null: ties keep their order. */
export function orderByTime(
  { offsets, ...events }: Pick<Histories, 'offsets' | keyof EventColumns>,
  random: UniformStream | null,
): void {
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, end] = [offsets[person]!, offsets[person + 1]!];
    if (!isOrdered(events.timestampsMs, start, end)) sortSpan(events, start, end);
    if (random !== null) shuffleTies(events, start, end, random);
  }
}

function isOrdered(times: Float64Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (times[at]! < times[at - 1]!) return false;
  return true;
}

function sortSpan(
  { items, timestampsMs: times, weights, baskets, contextRows }: EventColumns,
  start: number,
  end: number,
): void {
  // Positions break ties, so tied events keep the import order.
  const order = Uint32Array.from({ length: end - start }, (_, at) => start + at);
  order.sort((a, b) => times[a]! - times[b]! || a - b);
  for (const column of [items, weights, baskets, contextRows, times])
    column?.set(
      Float64Array.from(order, (at) => column[at]!),
      start,
    );
}

function shuffleTies(
  { items, timestampsMs: times, weights, baskets, contextRows }: EventColumns,
  start: number,
  end: number,
  random: UniformStream,
): void {
  for (let first = start, last = start; first < end; first = last + 1) {
    last = first;
    while (last + 1 < end && times[last + 1] === times[first]) last++;
    for (let at = last; at > first; at--) {
      const other = first + random.below(at - first + 1);
      for (const column of [items, weights, baskets, contextRows])
        if (column !== undefined) [column[at], column[other]] = [column[other]!, column[at]!];
    }
  }
}
