import { type ReadProfile, readProfile } from '../../api/queries.ts';
import type { FileSchema } from './file-mapping.ts';
import type { PersonBody } from './person-body.ts';

/**
 * The service reads the texts of the bodies and stores none. Keys that are no field of the domain are left
 * out.
 */
export function readPreview(
  schema: FileSchema,
  bodies: readonly PersonBody[],
): Promise<readonly ReadProfile[]> {
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
