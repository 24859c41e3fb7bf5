/**
 * Histories of people, oldest event first: the data of training and evaluation. All people share flat arrays
 * that are cut by offsets, so 20 million events are three typed arrays and not 20 million objects.
 *
 * P people, I items, E events.
 */

export interface Histories {
  /** By person number [P]. */
  readonly personIds: readonly string[];
  /** By item number, the whole catalogue in import order [I]; some items may have no event. */
  readonly itemIds: readonly string[];
  /** Person p's events are those from `offsets[p]` up to, not including, `offsets[p + 1]` [P + 1]. */
  readonly offsets: Uint32Array;
  /** Item numbers [E], by person, then by time. */
  readonly items: Uint32Array;
  /** Epoch milliseconds [E], never falling within a person. */
  readonly timestampsMs: Float64Array;
}

/**
 * `ends[p]`: the position in `items` at which person p's events end; later events are omitted from the copy.
 */
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

/** Keeps the `count` marked events [E]. The `filter` of typed arrays would box every element. */
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
