/**
 * The texts of a model's catalogue: first the dataset's items in import order, then the items that only the
 * base models have. Datasets never change, so the texts of a base model's items can be read again.
 *
 * I items.
 */
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';

export interface ItemTexts {
  /** By item number [I]. */
  readonly itemIds: readonly string[];
  /** May be empty [I]. */
  readonly texts: readonly string[];
}

export async function textsOf(snapshot: Pick<Snapshot, 'items'>): Promise<ItemTexts> {
  const itemIds: string[] = [];
  const texts: string[] = [];
  for await (const batch of snapshot.items()) {
    itemIds.push(...batch.itemIds);
    texts.push(...batch.texts);
  }
  return { itemIds, texts };
}

/**
 * Appends the `wanted` items that `texts` lacks, with their texts from the earlier snapshots; the first with
 * the item wins.
 */
export async function withEarlierItems(
  texts: ItemTexts,
  wanted: readonly string[],
  earlier: AsyncIterable<Pick<Snapshot, 'items'>>,
): Promise<ItemTexts> {
  const known = new Set(texts.itemIds);
  const missing = new Map(wanted.filter((id) => !known.has(id)).map((id) => [id, '']));
  if (missing.size === 0) return texts;
  const open = new Set(missing.keys());
  for await (const snapshot of earlier) {
    for await (const batch of snapshot.items()) {
      for (const [row, id] of batch.itemIds.entries())
        if (open.delete(id)) missing.set(id, batch.texts[row]!);
    }
    if (open.size === 0) break;
  }
  return {
    itemIds: [...texts.itemIds, ...missing.keys()],
    texts: [...texts.texts, ...missing.values()],
  };
}

export type EncodeTexts = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

const TEXTS_AT_ONCE = 256;

/** Row-major [I × width]; null where no item has a text. */
export async function encodeItems(
  { texts }: Pick<ItemTexts, 'texts'>,
  encode: EncodeTexts,
  signal: AbortSignal,
): Promise<{ readonly values: Float32Array; readonly width: number } | null> {
  if (texts.every((text) => text.trim() === '')) return null;
  let values: Float32Array | undefined;
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    signal.throwIfAborted();
    const vectors = await encode(texts.slice(from, from + TEXTS_AT_ONCE));
    const width = vectors[0]!.length;
    values ??= new Float32Array(texts.length * width);
    for (const [row, vector] of vectors.entries()) values.set(vector, (from + row) * width);
  }
  return { values: values!, width: values!.length / texts.length };
}
