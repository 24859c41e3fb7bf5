/** The items of a snapshot with their features, and the vectors of their texts by the embedded encoder. */
import { collectAttributes } from '../../src/behaviour/datasets/features/collect-attributes.ts';
import { featureColumns } from '../../src/behaviour/datasets/features/feature-columns.ts';
import type { Snapshot } from '../../src/behaviour/datasets/snapshot/read-snapshot.ts';
import { encodeItems, textsOf } from '../../src/behaviour/sequence-models/adaptation/item-texts.ts';
import type { ItemCatalogue } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';

export async function catalogueOf(snapshot: Snapshot): Promise<ItemCatalogue> {
  const told = await textsOf(snapshot);
  const encoder = await openTextEncoder('embedded');
  try {
    const { signal } = new AbortController();
    const textVectors = await encodeItems(told, (texts) => encoder.encode(texts), signal);
    const declared = snapshot.features.items;
    const attributes = await collectAttributes(told.itemIds, declared, snapshot, none());
    return { itemIds: told.itemIds, textVectors, createdAtMs: null, features: featureColumns(attributes) };
  } finally {
    await encoder.close();
  }
}

async function* none(): AsyncGenerator<never> {}
