/**
 * A known form of files of behaviour: how a file of it is recognised, and how its records become rows of a
 * dataset. The values are those of mappings (`docs/reference/mapping.md`).
 */
import { z } from 'zod';
import { readYaml } from '../../../domains/read-yaml.ts';
import { Mapping } from '../../../platform/intake/mapping/mapping-schema.ts';

const Names = z.array(z.string().min(1)).min(1);

export const DatasetFormFile = z
  .strictObject({
    form: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'small letters, digits and hyphens'),
    /** The file as a reader knows it. */
    standard: z.string().min(1),
    /** Columns of the header, or keys of a JSON object, that are there. */
    has: Names.optional(),
    /** Columns or keys that are not there. */
    lacks: Names.default([]),
    /** A file without a header: the form of its first line, and the names of its columns. */
    line: z
      .string()
      .transform((source) => new RegExp(source, 'u'))
      .optional(),
    columns: Names.optional(),
    /** For such a file; several signs are one delimiter. */
    delimiter: z.string().min(1).max(2).optional(),
    row: z.enum(['item', 'event', 'person']),
    timestamps: z.enum(['iso', 'epoch_seconds', 'epoch_ms']).default('iso'),
    /** Mappings of the keys of a row. A column that is named as a declared feature is an attribute. */
    values: Mapping.shape.fields,
  })
  .refine(
    ({ has, line, columns, delimiter }) =>
      line === undefined ? has !== undefined : columns !== undefined && delimiter !== undefined,
    'a form has `has`, or `line`, `columns` and `delimiter`',
  );
export type DatasetFormFile = z.output<typeof DatasetFormFile>;

/** Throws `invalid_request` with the line and column of every fault. */
export function parseDatasetForm(source: string, fileName: string): DatasetFormFile {
  return readYaml(source, DatasetFormFile, fileName);
}
