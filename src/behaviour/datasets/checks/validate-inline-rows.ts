/**
 * Checks the rows of a request body together: duplicate ids and unresolved references. The schema has
 * validated each row before.
 */

import type { DatasetEvent, DatasetItem, DatasetPerson } from '../../../contract/dataset.ts';
import type { DuplicateId, UnresolvedReference } from '../../../contract/error-details.ts';
import { duplicateIds, unresolvedReferences } from './dataset-faults.ts';
import { FirstFaults } from './first-faults.ts';

export interface InlineRows {
  readonly items: readonly DatasetItem[];
  readonly events: readonly DatasetEvent[];
  readonly people: readonly DatasetPerson[];
}

const listOfType = { item: 'items', event: 'events', person: 'people' } as const;

/** Throws 422 `duplicate_id` or `unresolved_reference`, with the first 100 and the total. */
export function validateInlineRows({ items, events, people }: InlineRows): void {
  const duplicates = new FirstFaults<DuplicateId>();
  const positions = new Map<string, number>();
  const inItems = findDuplicates(
    'item',
    items.map((item) => item.item_id),
    0,
    positions,
    duplicates,
  );
  const inEvents = findDuplicates(
    'event',
    events.map((event) => event.event_id),
    items.length,
    new Map(),
    duplicates,
  );
  const inPeople = findDuplicates(
    'person',
    people.map((person) => person.person_id),
    items.length + events.length,
    new Map(),
    duplicates,
  );
  if (duplicates.total > 0)
    throw duplicateIds(duplicates.first(), { items: inItems, events: inEvents, people: inPeople });
  const unresolved = new FirstFaults<UnresolvedReference>();
  for (const [at, { item_id }] of events.entries()) {
    if (!positions.has(item_id)) unresolved.add(at, () => ({ item_id, at: `events[${at}].item_id` }));
  }
  if (unresolved.total > 0) throw unresolvedReferences(unresolved);
}

/**
 * Returns the number of repeated ids. `offset` is added to the positions, so that items sort before events.
 */
function findDuplicates(
  type: DuplicateId['type'],
  ids: readonly string[],
  offset: number,
  positions: Map<string, number>,
  found: FirstFaults<DuplicateId>,
): number {
  let count = 0;
  for (const [at, id] of ids.entries()) {
    const first = positions.get(id);
    if (first === undefined) positions.set(id, at);
    else {
      count++;
      const name = (position: number) => `${listOfType[type]}[${position}].${type}_id`;
      found.add(offset + at, () => ({ type, id, at: name(at), first_at: name(first) }));
    }
  }
  return count;
}
