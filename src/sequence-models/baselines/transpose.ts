/** The people of each item: histories transposed. */
import type { Histories } from '../histories/histories.ts';

/** The people of item i are `people` from `starts[i]` to before `starts[i + 1]`, ascending. */
export function transpose({ offsets, items, itemIds }: Histories) {
  const starts = new Uint32Array(itemIds.length + 1);
  for (const item of items) starts[item + 1]!++;
  for (let item = 0; item < itemIds.length; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice();
  const people = new Uint32Array(items.length);
  for (let person = 0; person + 1 < offsets.length; person++)
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) people[next[items[at]!]!++] = person;
  return { starts, people };
}
