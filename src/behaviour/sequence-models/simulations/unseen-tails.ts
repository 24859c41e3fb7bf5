/**
 * Counts the last events of people that a model was not trained on, which may be held out for its evaluation.
 * Events are identified by person and item if an item counts once per person (`by` is `item`), else by
 * person, item and time (`event`).
 *
 * P people.
 */
import type { Histories } from '../histories/histories.ts';

export interface PersonEvents {
  readonly personId: string;
  /** Item numbers of the model's catalogue, oldest first. */
  readonly items: Uint32Array;
  /** Epoch milliseconds. */
  readonly timestampsMs: Float64Array;
}

/** The number of events of each person after the last one that is among `seen` [P]. */
export function unseenTails(
  people: readonly PersonEvents[],
  seen: Histories,
  numberOf: (itemId: string) => number | undefined,
  by: 'item' | 'event',
): Uint32Array {
  const numbers = seen.itemIds.map((id) => numberOf(id));
  const personNumbers = new Map(seen.personIds.map((id, person) => [id, person]));
  const keyOf = (item: number | undefined, atMs: number) => (by === 'item' ? `${item}` : `${item} ${atMs}`);
  return Uint32Array.from(people, ({ personId, items, timestampsMs }) => {
    const person = personNumbers.get(personId);
    if (person === undefined) return items.length;
    const learned = new Set<string>();
    for (let at = seen.offsets[person]!; at < seen.offsets[person + 1]!; at++)
      learned.add(keyOf(numbers[seen.items[at]!], seen.timestampsMs[at]!));
    let tail = 0;
    while (tail < items.length && !learned.has(keyOf(items.at(-1 - tail), timestampsMs.at(-1 - tail)!)))
      tail++;
    return tail;
  });
}
