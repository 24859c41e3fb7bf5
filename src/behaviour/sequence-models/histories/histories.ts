/**
 * Histories of people, oldest event first: the data of training and evaluation. The events of all people lie
 * in flat typed arrays, which `offsets` divides into people.
 *
 * P people, I items, E events.
 */

export interface Histories {
  /** By person number [P]. */
  readonly personIds: readonly string[];
  /** By item number: the whole catalogue in import order [I]. Items may have no events. */
  readonly itemIds: readonly string[];
  /** Person p has the events from `offsets[p]` up to, not including, `offsets[p + 1]` [P + 1]. */
  readonly offsets: Uint32Array;
  /** Item numbers, by person, then by time [E]. */
  readonly items: Uint32Array;
  /** Milliseconds since 1970, ascending within a person [E]. */
  readonly timestampsMs: Float64Array;
}

/** A copy without each person's events from `ends[p]` on, which is a position in `items` [P]. */
export function truncateHistories(histories: Histories, ends: Uint32Array): Histories {
  const { personIds, itemIds, offsets: from } = histories;
  const offsets = new Uint32Array(from.length);
  for (let person = 0; person < ends.length; person++)
    offsets[person + 1] = offsets[person]! + ends[person]! - from[person]!;
  const items = new Uint32Array(offsets.at(-1)!);
  const timestampsMs = new Float64Array(items.length);
  for (let person = 0; person < ends.length; person++) {
    const [start, end] = [from[person]!, ends[person]!];
    items.set(histories.items.subarray(start, end), offsets[person]!);
    timestampsMs.set(histories.timestampsMs.subarray(start, end), offsets[person]!);
  }
  return { personIds, itemIds, offsets, items, timestampsMs };
}

/** A copy of the events with `isKept` 1 [E], of which there are `count`. */
export function keepEvents(
  { items, timestampsMs }: Pick<Histories, 'items' | 'timestampsMs'>,
  isKept: Uint8Array,
  count: number,
): Pick<Histories, 'items' | 'timestampsMs'> {
  const kept = { items: new Uint32Array(count), timestampsMs: new Float64Array(count) };
  let next = 0;
  for (let at = 0; at < isKept.length; at++) {
    if (isKept[at] === 0) continue;
    kept.items[next] = items[at]!;
    kept.timestampsMs[next++] = timestampsMs[at]!;
  }
  return kept;
}
