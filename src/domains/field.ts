/**
 * Fields of a domain. `hard` fields are typed columns that filters and the scorecard read. `soft` fields are
 * free text, which the text vectors encode. `derived` fields are computed from the text at intake; the
 * scorecard reads them, and filters do not.
 *
 * Values by type (a missing value is an absent key, never null):
 *   integer, number            finite number
 *   boolean                    true | false
 *   enum                       one of `values`
 *   enum, multiple: true       non-empty array of distinct `values`
 *   string                     any text of up to 64 KiB (hard strings: up to 256 characters)
 *   string, format: geo        name of the resolved place, or the given text where no place was found
 */
import { z } from 'zod';
import { ruleFault } from './extraction-rule-check.ts';
import { ExtractionRule } from './extraction-rules.ts';

const FieldKind = z.enum(['hard', 'soft', 'derived']);
const FieldType = z.enum(['integer', 'number', 'boolean', 'enum', 'string']);
export const FieldName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'a field name is lower-case letters, digits and _, at most 64, a letter first',
  );

export const FieldDefinition = z
  .strictObject({
    name: FieldName,
    kind: FieldKind,
    type: FieldType,
    format: z.literal('geo').optional(),
    multiple: z.boolean().default(false),
    required: z.boolean().default(false),
    priority: z.enum(['high', 'medium', 'low']).default('medium'),
    description: z.string().max(500).optional(),
    /** Name of the field in reasons and tables; default: `name` with spaces. */
    label: z.string().max(80).optional(),
    values: z.array(z.string().min(1).max(64)).min(1).max(256).optional(),
    /** Wording of a value in a sentence ("a long-term relationship"). */
    value_labels: z.record(z.string(), z.string()).optional(),
    /** Inclusive bounds of a number; a value outside is an error. */
    range: z.tuple([z.number(), z.number()]).optional(),
    unit: z.string().max(32).optional(),
    /** Only profiles of these sides have the field (see `sides` of the domain). Default: all. */
    sides: z.array(z.string()).min(1).optional(),
    /**
     * Tried in order. Grammar and examples: `extraction-rules.ts`. Absent: rules are made from the field's
     * name, type, values and description (`reading/from-schema/`). Empty: the field is not read from texts.
     */
    extract: z.array(ExtractionRule).max(50).optional(),
  })
  .superRefine((field, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((field.type === 'enum') !== (field.values !== undefined)) {
      fault('values', 'an enum field lists its `values`, and no other field has any');
    }
    if (new Set(field.values ?? []).size !== (field.values ?? []).length)
      fault('values', 'values are distinct');
    if (field.multiple && field.type !== 'enum') fault('multiple', 'only an enum field can be `multiple`');
    if (field.format === 'geo' && (field.type !== 'string' || field.kind !== 'hard')) {
      fault('format', 'a geo field is a hard string');
    }
    if (field.kind === 'soft' && field.type !== 'string') fault('type', 'a soft field is a string');
    if (field.range !== undefined && field.type !== 'integer' && field.type !== 'number') {
      fault('range', 'only an integer or a number has a range');
    }
    field.extract?.forEach((rule, position) => {
      const found = ruleFault(rule, field);
      if (found !== null) {
        context.addIssue({
          code: 'custom',
          path: ['extract', position, ...found.path],
          message: found.message,
        });
      }
    });
    for (const value of Object.keys(field.value_labels ?? {})) {
      if (!(field.values ?? []).includes(value)) fault('value_labels', `«${value}» is not among the values`);
    }
  });

export type FieldDefinition = z.infer<typeof FieldDefinition>;
export type FieldValue = number | boolean | string | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

export function isGeo(field: FieldDefinition): boolean {
  return field.format === 'geo';
}
