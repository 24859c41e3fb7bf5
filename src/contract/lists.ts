/** Lists with cursors: one query and one envelope for all of them. */
import { z } from 'zod';

/** A cursor as answers have them, in the examples of parameters. */
export const EXAMPLE_CURSOR =
  'VJMBALmItZG2OP0IK-dGnGREk1So9icMZNx7mSs-JqJqb2JfMDFtOGsyeXR0Nm5jaG5zMmd3OWJwdmZqajM';

export const ListQuery = z.strictObject({
  limit: z
    .string()
    .refine((text) => /^(100|[1-9]\d?)$/.test(text), 'must be a whole number from 1 to 100')
    .transform(Number)
    .default(20)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'How many, 1 to 100.',
      example: 1,
    }),
  cursor: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('`next_cursor` of the previous page. Opaque; a cursor of another list is refused.')
    .meta({ example: EXAMPLE_CURSOR }),
});
export type ListQuery = z.output<typeof ListQuery>;

/** Newest first. `next_cursor` is null on the last page. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
    request_id: z.string(),
  });
}

/** A query parameter that is given once for each id: `ids=a&ids=b`. */
export function repeatedIds<Id extends z.ZodType<string>>(id: Id, most: number, description: string) {
  return z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(id).min(1).max(most))
    .optional()
    .meta({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: most, description });
}

/** A time in a query parameter. */
export const TimeParameter = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 date-time with a zone, such as 2026-05-01T12:00:00Z',
});

/** Ids of datasets, models, tokenizers, jobs, simulations in a path or a body. */
export const ResourceId = z
  .string()
  .min(1)
  .max(128)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/,
    'must begin with a letter or digit, then letters, digits, «_», «.», «:», «-»',
  );
