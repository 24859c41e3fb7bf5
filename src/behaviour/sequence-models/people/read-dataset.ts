/**
 * A dataset as the thread of people keeps it: histories by person, and attributes once they are asked for.
 *
 * P people with events, I items.
 */
import { featureColumns, type ItemFeatures } from '../../datasets/features/feature-columns.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import type { Histories } from '../histories/histories.ts';
import { type PopularItems, popularItems } from './popular-items.ts';

export interface PeopleAttributes {
  /** JSON of the values, by id; also of people without events. */
  readonly byId: ReadonlyMap<string, string>;
  /** By number of the person [P]. */
  readonly features: ItemFeatures;
}

export interface ReadDataset {
  readonly histories: Histories;
  /** The number of a person by id. */
  readonly numbers: ReadonlyMap<string, number>;
  people(): Promise<PeopleAttributes>;
  /** By number of the item [I]. */
  items(): Promise<ItemFeatures>;
  popular(): PopularItems;
}

type Rows = Pick<Snapshot, 'items' | 'people' | 'features'>;

export function readDataset(histories: Histories, snapshot: Rows): ReadDataset {
  const numbers = new Map(histories.personIds.map((personId, number) => [personId, number]));
  return {
    histories,
    numbers,
    people: once(() => peopleAttributes(histories, snapshot)),
    items: once(() => itemFeatures(histories, snapshot)),
    popular: once(() => popularItems(histories)),
  };
}

/** A failed attempt is made again. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    if (made.value instanceof Promise) made.value.catch(() => (made = null));
    return made.value;
  };
}

async function peopleAttributes({ personIds }: Histories, snapshot: Rows): Promise<PeopleAttributes> {
  const byId = new Map<string, string>();
  for await (const batch of snapshot.people())
    for (const [row, id] of batch.personIds.entries()) byId.set(id, batch.attributes[row] ?? '{}');
  const attributes = personIds.map((id) => byId.get(id) ?? null);
  const declared = snapshot.features.people;
  const createdAtMs = new Float64Array(personIds.length).fill(Number.NaN);
  return { byId, features: featureColumns({ declared, attributes, createdAtMs }) };
}

async function itemFeatures({ itemIds }: Histories, snapshot: Rows): Promise<ItemFeatures> {
  const attributes: (string | null)[] = [];
  const createdAtMs = new Float64Array(itemIds.length).fill(Number.NaN);
  for await (const batch of snapshot.items()) {
    createdAtMs.set(batch.createdAtMs, attributes.length);
    attributes.push(...batch.attributes);
  }
  return featureColumns({ declared: snapshot.features.items, attributes, createdAtMs });
}
