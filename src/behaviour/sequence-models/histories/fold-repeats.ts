/** Folds repeats: keeps a person's first event with each item, with the largest weight of these events. */
import { type Histories, keepEvents } from './histories.ts';

/** The same object if there are no repeats. */
export function foldRepeats(histories: Histories): Histories {
  const { personIds, itemIds, offsets, items, weights, rejections, contexts } = histories;
  // By item: the number of the last person with an event of it, plus one.
  const lastBy = new Uint32Array(itemIds.length);
  const isFirst = new Uint8Array(items.length);
  const firstAt = new Uint32Array(weights === undefined ? 0 : itemIds.length);
  const largest = weights?.slice();
  const folded = new Uint32Array(offsets.length);
  for (let person = 0; person < personIds.length; person++) {
    folded[person + 1] = folded[person]!;
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) {
      const item = items[at]!;
      if (lastBy[item] === person + 1) {
        if (largest !== undefined) {
          const first = firstAt[item]!;
          largest[first] = Math.max(largest[first]!, largest[at]!);
        }
        continue;
      }
      lastBy[item] = person + 1;
      firstAt[item] = at;
      isFirst[at] = 1;
      folded[person + 1]!++;
    }
  }
  if (folded.at(-1) === items.length) return histories;
  const events = { ...histories, ...(largest && { weights: largest }) };
  return {
    ...{ personIds, itemIds, offsets: folded },
    ...keepEvents(events, isFirst, folded.at(-1)!),
    ...(rejections && { rejections }),
    ...(contexts && { contexts }),
  };
}
