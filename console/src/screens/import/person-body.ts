import type { wire } from 'counterpart-client';
import type { PersonRow } from 'counterpart-intake/people-rows.ts';

/** A body of POST /v1/users. */
export type PersonBody = wire.UpsertUserRequest;

export function bodyOf({ request }: PersonRow): PersonBody {
  const { user_id, domain, context, fields, preferences, memory_ref, replace, merge, record } = request;
  return {
    user_id,
    domain,
    ...(context !== undefined && { context }),
    ...(fields !== undefined && { fields }),
    ...(preferences !== undefined && { preferences }),
    ...(memory_ref !== undefined && { memory_ref }),
    ...(replace !== undefined && { replace }),
    ...(merge !== undefined && { merge }),
    // The same type but for optional keys, which zod also calls undefined.
    ...(record !== undefined && { record: record as NonNullable<PersonBody['record']> }),
  };
}
