/**
 * The question to a language model about a document: a form with every field of the domain, with the labels that
 * the network reads too. Each value needs the words of the text that state it, since a value whose quote is not in
 * the text is dropped (`ground-quote.ts`).
 */
import { z } from 'zod';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';

const Quoted = {
  /** The words of the text, verbatim. */
  quote: z.string(),
  /** False: the text only hints at it. */
  certain: z.boolean(),
};

const preferenceKinds = ['is', 'is_not', 'at_least', 'at_most', 'within_km'] as const;

const PreferenceForm = z.strictObject({
  field: z.string(),
  kind: z.enum(preferenceKinds),
  value: z.string(),
  ...Quoted,
});
export type ReadPreference = z.output<typeof PreferenceForm>;

/** `value` is absent for a soft field, whose value is the quote. */
const ReadValue = z.strictObject({
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  ...Quoted,
});
export type ReadValue = z.output<typeof ReadValue>;

export interface ReadProfile {
  readonly values: Readonly<Record<string, ReadValue | null>>;
  readonly demands: readonly ReadPreference[];
}

/** The schema of the answer for a domain. */
export function extractionForm(definition: DomainDefinition): z.ZodType<ReadProfile> {
  const values = Object.fromEntries(
    definition.fields.map((field) => [field.name, z.strictObject(formOf(field)).nullable()]),
  );
  return z.strictObject({
    values: z.strictObject(values),
    demands: z.array(PreferenceForm),
  }) as unknown as z.ZodType<ReadProfile>;
}

function formOf(field: FieldDefinition): z.ZodRawShape {
  return field.kind === 'soft' ? Quoted : { value: valueForm(field), ...Quoted };
}

function valueForm({ type, values, multiple }: FieldDefinition): z.ZodType {
  switch (type) {
    case 'enum': {
      const one = z.enum(values as [string, ...string[]]);
      return multiple ? z.array(one) : one;
    }
    case 'integer':
      return z.int();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'string':
      return z.string();
    default:
      return type satisfies never;
  }
}

export function extractionInstructions(definition: DomainDefinition): string {
  const filterable = definition.fields.filter(({ kind }) => kind === 'hard').map(({ name }) => name);
  return [
    `You read what people write about themselves in the domain «${definition.domain}» of a matching service, and fill in a form.`,
    '`document` is the text in its order, in blocks. `path` names the headings, the label or the keys of a record over a block.',
    'Only what the text says of its author counts: not what it says of others, of the past, of hypotheticals, or of what is wished of a counterpart. What it does not say is null. Never guess, never infer from names.',
    '`quote` holds the words that say so, copied from the text character by character, as short as they can be. A soft field (one without `value`) is all the words that speak of it, copied.',
    `What the author demands of a counterpart stands in \`demands\`, and nowhere else; \`field\` is one of ${filterable.join(', ')}. \`value\` is the number or the value as text; several allowed values are several demands of kind "is".`,
    `The fields: ${definition.fields.map(describe).join(' ')}`,
  ].join('\n');
}

function describe(field: FieldDefinition): string {
  const { name, kind, type, format, unit, range, description, label, values, value_labels } = field;
  const labelled = (value: string) => withLabel(value, value_labels?.[value]);
  const notes = [
    kind === 'soft' ? 'soft' : format === 'geo' ? 'a place' : type,
    ...(values === undefined ? [] : [`one of ${values.map(labelled).join(', ')}`]),
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...(range === undefined ? [] : [`from ${range[0]} to ${range[1]}`]),
    ...(description === undefined ? [] : [description]),
  ];
  return `${withLabel(name, label)} (${notes.join('; ')}).`;
}

/** "ml «machine learning»" */
function withLabel(name: string, label: string | undefined): string {
  return label === undefined || label.toLowerCase() === name.replaceAll('_', ' ')
    ? name
    : `${name} «${label}»`;
}
