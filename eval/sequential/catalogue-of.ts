/** The items of a snapshot with the vectors of their texts, by the embedded encoder. */
import type { Snapshot } from '../../src/datasets/snapshot/read-snapshot.ts';
import { openTextEncoder } from '../../src/encoders/open-text-encoder.ts';
import { encodeItems, textsOf } from '../../src/sequence-models/adaptation/item-texts.ts';
import type { ItemCatalogue } from '../../src/sequence-models/models/architecture.ts';

export async function catalogueOf(snapshot: Snapshot): Promise<ItemCatalogue> {
  const told = await textsOf(snapshot);
  const encoder = await openTextEncoder('embedded');
  try {
    const { signal } = new AbortController();
    const textVectors = await encodeItems(told, (texts) => encoder.encode(texts), signal);
    return { itemIds: told.itemIds, textVectors, createdAtMs: null };
  } finally {
    await encoder.close();
  }
}
