/**
 * The attributes and dates of the items of a catalogue, from its dataset and, for items that it lacks, from
 * earlier datasets.
 *
 * I items.
 */
import type { FeatureDeclarations } from '../../../contract/dataset-features.ts';
import type { Snapshot } from '../snapshot/read-snapshot.ts';

export interface CollectedAttributes {
  readonly declared: FeatureDeclarations;
  /** JSON of the values of declared features by item number [I]; null: none. */
  readonly attributes: readonly (string | null)[];
  /** Since when the item could be chosen, epoch ms [I]; NaN: not given. */
  readonly createdAtMs: Float64Array;
}

type ItemsOf = Pick<Snapshot, 'items' | 'features'>;

/**
 * The first snapshot that has an item gives its values. Values of an earlier snapshot are kept where
 * `declared` has the same name and type.
 */
export async function collectAttributes(
  itemIds: readonly string[],
  declared: FeatureDeclarations,
  snapshot: ItemsOf,
  earlier: AsyncIterable<ItemsOf>,
): Promise<CollectedAttributes> {
  const attributes = new Array<string | null>(itemIds.length).fill(null);
  const createdAtMs = new Float64Array(itemIds.length).fill(Number.NaN);
  const open = new Map(itemIds.map((id, number) => [id, number]));
  const take = async ({ items, features }: ItemsOf) => {
    const adapted = adapter(features.items, declared);
    for await (const batch of items())
      for (const [row, id] of batch.itemIds.entries()) {
        const number = open.get(id);
        if (number === undefined) continue;
        open.delete(id);
        attributes[number] = adapted(batch.attributes[row]!);
        createdAtMs[number] = batch.createdAtMs[row]!;
      }
  };
  await take(snapshot);
  if (open.size > 0) for await (const other of earlier) await take(other);
  return { declared, attributes, createdAtMs };
}

/** Converts the attributes of another declaration to this one. */
function adapter(from: FeatureDeclarations, to: FeatureDeclarations) {
  if (JSON.stringify(from) === JSON.stringify(to)) return (json: string | null) => json;
  const names = Object.keys(to).filter((name) => from[name]?.type === to[name]!.type);
  return (json: string | null): string | null => {
    if (json === null) return null;
    const values = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const kept = names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
    return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
  };
}
