/**
 * Ids of the people named in a request or an answer, under every wire key for them. They are kept with an
 * idempotency key, so that an erasure finds the answers that name a person.
 */
import { idText, WrittenNumber } from './written-number.ts';

const onePerson = new Set(['user_id', 'seeker_id', 'candidate_id']);
const manyPeople = new Set(['user_ids', 'candidate_user_ids', 'exclude_user_ids', 'example_user_ids']);
/** Lists of people by some other name. */
const peopleByName = new Set(['dropped_examples']);

/** Each id once. Recursive: `value` is of bounded depth, like everything accepted from the wire. */
export function personIds(value: unknown): readonly string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const inner of value) collect(inner, found);
    return;
  }
  if (value instanceof WrittenNumber) return;
  for (const [key, inner] of Object.entries(value)) {
    if (onePerson.has(key)) add(inner, found);
    else if (manyPeople.has(key) && Array.isArray(inner)) {
      for (const id of inner) add(id, found);
    } else if (peopleByName.has(key) && typeof inner === 'object' && inner !== null) {
      for (const user_ids of Object.values(inner)) collect({ user_ids }, found);
    } else collect(inner, found);
  }
}

/** An id may have been sent as a number. */
function add(value: unknown, found: Set<string>): void {
  const id = idText(value);
  if (typeof id === 'string') found.add(id);
}
