/**
 * The people whom a request or an answer names: the ids under the wire's keys for them, wherever these stand. Kept with
 * an idempotency key, so that an erasure finds the answers that name the person.
 */

const onePerson = new Set(['user_id', 'seeker_id', 'candidate_id']);
const manyPeople = new Set(['user_ids', 'candidate_user_ids', 'exclude_user_ids']);

/** Recursive: `value` is of bounded depth, as everything is that was taken from the wire. Each id once. */
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
  for (const [key, inner] of Object.entries(value)) {
    if (onePerson.has(key) && typeof inner === 'string') found.add(inner);
    else if (manyPeople.has(key) && Array.isArray(inner)) {
      for (const id of inner) if (typeof id === 'string') found.add(id);
    } else collect(inner, found);
  }
}
