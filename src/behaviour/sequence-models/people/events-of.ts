/** The stored events of a person, and what the person turned down. */
import type { Histories } from '../histories/histories.ts';
import type { PersonEvents, TimedItems } from './people-protocol.ts';
import type { ReadDataset } from './read-dataset.ts';

const nothing: TimedItems = { itemIds: [], timestampsMs: new Float64Array() };
const noEvents: PersonEvents = { ...nothing, rejected: nothing };

export function eventsOf(
  { histories, numbers }: Pick<ReadDataset, 'histories' | 'numbers'>,
  personId: string,
): PersonEvents {
  const person = numbers.get(personId);
  if (person === undefined) return noEvents;
  const { rejections, baskets, offsets } = histories;
  return {
    ...itemsOf(histories, histories, person),
    ...(baskets && { baskets: baskets.slice(offsets[person], offsets[person + 1]) }),
    rejected: rejections === undefined ? nothing : itemsOf(histories, rejections, person),
  };
}

/** Events of several readers, one reader after the other. */
export function eventsOfAll(
  dataset: Pick<ReadDataset, 'histories' | 'numbers'>,
  readers: readonly string[],
): PersonEvents {
  const all = readers.map((reader) => eventsOf(dataset, reader));
  if (all.length === 1) return all[0]!;
  return {
    ...joined(all),
    ...(dataset.histories.baskets && { baskets: joinedBaskets(all) }),
    rejected: joined(all.map(({ rejected }) => rejected)),
  };
}

function joined(all: readonly TimedItems[]): TimedItems {
  return {
    itemIds: all.flatMap(({ itemIds }) => itemIds),
    timestampsMs: Float64Array.from(all.flatMap(({ timestampsMs }) => [...timestampsMs])),
  };
}

function joinedBaskets(all: readonly PersonEvents[]): Uint32Array {
  return Uint32Array.from(all.flatMap(({ baskets = [] }) => [...baskets]));
}

function itemsOf(
  { itemIds }: Histories,
  { offsets, items, timestampsMs }: Pick<Histories, 'offsets' | 'items' | 'timestampsMs'>,
  person: number,
): TimedItems {
  const [from, to] = [offsets[person]!, offsets[person + 1]!];
  return {
    itemIds: Array.from(items.subarray(from, to), (item) => itemIds[item]!),
    timestampsMs: timestampsMs.slice(from, to),
  };
}
