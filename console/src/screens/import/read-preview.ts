import { type ReadProfile, readProfile, type Schema } from '../../api/queries.ts';
import type { PersonBody } from './row-to-person.ts';

/** What the service reads in the bodies. None of them is stored; what becomes no field has nothing to be read. */
export function readPreview(schema: Schema, bodies: readonly PersonBody[]): Promise<readonly ReadProfile[]> {
  const known = new Set(schema.fields.map(({ name }) => name));
  return Promise.all(
    bodies.map(({ context, fields = {}, preferences = {} }) =>
      readProfile(schema.domain, {
        ...(context !== undefined && { context }),
        fields: Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name))),
        preferences: { ...preferences },
      }),
    ),
  );
}
