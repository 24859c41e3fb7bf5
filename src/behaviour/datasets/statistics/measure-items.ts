/** Reads the items of a snapshot: their numbers, and the contents of their texts. */

import { isBlank } from '../../../contract/common.ts';
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';
import { readItemText } from '../item-text.ts';
import type { Snapshot } from '../snapshot/read-snapshot.ts';

type Fields = DatasetStatisticsFields['fields'];

const MAX_FIELDS = 50;
/** Further names are not counted, so that texts of any content take a bounded memory. */
const MAX_NAMES = 10_000;

export interface ItemsMeasured {
  /** By id, in the order of the import. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly fields: Fields;
}

export async function measureItems(
  snapshot: Pick<Snapshot, 'items'>,
  pause: () => Promise<void> | undefined,
): Promise<ItemsMeasured> {
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();
  let withText = 0;
  for await (const { itemIds, texts, count } of snapshot.items()) {
    for (let row = 0; row < count; row++) {
      numbers.set(itemIds[row]!, numbers.size);
      const text = texts[row]!;
      if (isBlank(text)) continue;
      withText++;
      for (const name of readItemText(text).features.keys()) countName(counts, name);
      await pause();
    }
  }
  const share = (items: number) => ({ items, share: items / numbers.size });
  const named = [...counts]
    .map(([name, items]) => ({ name, ...share(items) }))
    .sort((a, b) => b.items - a.items || (a.name < b.name ? -1 : 1));
  return {
    numbers,
    fields: [{ name: 'text', ...share(withText) }, ...named.slice(0, MAX_FIELDS)],
  };
}

function countName(counts: Map<string, number>, name: string): void {
  const count = counts.get(name);
  if (count !== undefined || counts.size < MAX_NAMES) counts.set(name, (count ?? 0) + 1);
}

/** Titles of these items; '' for a blank text. */
export async function titlesOf(
  snapshot: Pick<Snapshot, 'items'>,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const wanted = new Set(itemIds);
  for await (const batch of snapshot.items()) {
    for (let row = 0; row < batch.count && wanted.size > 0; row++) {
      const itemId = batch.itemIds[row]!;
      if (wanted.delete(itemId)) titles.set(itemId, readItemText(batch.texts[row]!).title);
    }
    if (wanted.size === 0) break;
  }
  return titles;
}
