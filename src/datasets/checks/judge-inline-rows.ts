/** The rows of a request body, which were judged one by one already: ids that come twice, and items that are not there. */
import type { DatasetEvent, DatasetItem } from '../../contract/dataset.ts';
import {
  type DuplicateId,
  duplicateIds,
  type UnresolvedReference,
  unresolvedReferences,
} from './dataset-faults.ts';
import { FirstOffenders } from './first-offenders.ts';

/** Throws 422 `duplicate_id` or `unresolved_reference`, with the first 100 and how many there are. */
export function judgeInlineRows(items: readonly DatasetItem[], events: readonly DatasetEvent[]): void {
  const duplicates = new FirstOffenders<DuplicateId>();
  const places = new Map<string, number>();
  const inItems = findDuplicates(
    'item',
    items.map((item) => item.item_id),
    0,
    places,
    duplicates,
  );
  const inEvents = findDuplicates(
    'event',
    events.map((event) => event.event_id),
    items.length,
    new Map(),
    duplicates,
  );
  if (duplicates.total > 0) throw duplicateIds(duplicates.first(), { items: inItems, events: inEvents });
  const unresolved = new FirstOffenders<UnresolvedReference>();
  for (const [at, { item_id }] of events.entries()) {
    if (!places.has(item_id)) unresolved.add(at, () => ({ item_id, at: `events[${at}].item_id` }));
  }
  if (unresolved.total > 0) throw unresolvedReferences(unresolved);
}

/** How many repeat an earlier one. `offset`: of the places, so that those of items come first. */
function findDuplicates(
  type: DuplicateId['type'],
  ids: readonly string[],
  offset: number,
  places: Map<string, number>,
  found: FirstOffenders<DuplicateId>,
): number {
  let count = 0;
  for (const [at, id] of ids.entries()) {
    const first = places.get(id);
    if (first === undefined) places.set(id, at);
    else {
      count++;
      const name = (place: number) => `${type}s[${place}].${type}_id`;
      found.add(offset + at, () => ({ type, id, at: name(at), first_at: name(first) }));
    }
  }
  return count;
}
