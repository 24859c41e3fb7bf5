/**
 * A known form of records: how it is recognised, where its records stand in a document, and the mapping of a
 * record. `docs/reference/mapping.md` is the page for their writers.
 */
import { z } from 'zod';
import { readYaml } from '../../../domains/read-yaml.ts';
import { Mapping } from '../mapping/mapping-schema.ts';

const Keys = z.array(z.string().min(1)).min(1);

/** Everything that a signature names must hold. */
const Signature = z
  .strictObject({
    /** Keys or columns, or paths of them, that are there. */
    keys: Keys.optional(),
    /** The class of a record of schema.org: `@type`. */
    type: z.string().min(1).optional(),
  })
  .refine(({ keys, type }) => (keys ?? type) !== undefined, 'a signature has `keys`, `type` or both');
export type Signature = z.output<typeof Signature>;

export const Form = Mapping.extend({
  /** The name by which `--form` forces it. */
  form: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'small letters, digits and hyphens'),
  /** The standard or product whose form it is, as a reader knows it. */
  standard: z.string().min(1),
  domain: z.string().min(1),
  /** The name of what its records become: «candidates». */
  become: z.string().min(1),
  /** One of them is enough. */
  recognised: z.array(Signature).min(1),
  /** Keys of a document under which its records stand, at any depth: `@graph`, `servers`. */
  records: Keys.optional(),
  /** `snake`: the names of columns are compared in small letters with `_` («Image Link» is `image_link`). */
  names: z.enum(['snake']).optional(),
  /** Consecutive rows with one value of `by` are one record; the matching columns are listed under `into`. */
  group: z
    .strictObject({ by: z.string().min(1), into: z.string().min(1), columns: z.string().min(1) })
    .transform(({ columns, ...rest }) => ({ ...rest, columns: new RegExp(columns, 'u') }))
    .optional(),
});
export type Form = z.output<typeof Form>;

export interface FormFile {
  readonly form: Form;
  /** The text of the file. */
  readonly text: string;
}

/** Throws `invalid_request` with the line and column of every fault. */
export function parseForm(source: string, fileName: string): Form {
  return readYaml(source, Form, fileName);
}
