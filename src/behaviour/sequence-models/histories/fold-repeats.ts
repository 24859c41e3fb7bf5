/** Folds repeats: keeps a person's first event with each item. */
import { type Histories, keepEvents } from './histories.ts';

/** The same object if there are no repeats. */
export function foldRepeats(histories: Histories): Histories {
  const { personIds, itemIds, offsets, items } = histories;
  // By item: the number of the last person with an event of it, plus one.
  const lastBy = new Uint32Array(itemIds.length);
  const isFirst = new Uint8Array(items.length);
  const folded = new Uint32Array(offsets.length);
  for (let person = 0; person < personIds.length; person++) {
    folded[person + 1] = folded[person]!;
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) {
      if (lastBy[items[at]!] === person + 1) continue;
      lastBy[items[at]!] = person + 1;
      isFirst[at] = 1;
      folded[person + 1]!++;
    }
  }
  if (folded.at(-1) === items.length) return histories;
  return { personIds, itemIds, offsets: folded, ...keepEvents(histories, isFirst, folded.at(-1)!) };
}
