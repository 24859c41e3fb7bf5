/**
 * A person in one domain as the store has it: values with their sources, and texts with their times. An
 * export carries it, and POST /users takes it back, without reading the texts again.
 */
import { z } from 'zod';
import { anyObject, FreeText, MAX_FIELDS, MAX_FILTERS, SourceLabel } from './common.ts';
import { readingSigns } from './reading-signs.ts';

const sources = ['fields', 'context', 'memory', 'feedback', 'default', 'computed'] as const;
const extractors = ['client', 'rules', 'llm', 'encoder', 'none'] as const;
/** More than any field's name. */
const MAX_NAME = 256;
const MAX_VALUES = 1000;
const MAX_TEXTS = 10_000;

const Span = z
  .tuple([z.number().int(), z.number().int()])
  .describe('UTF-16 offsets into the stored context item.');

const Path = z
  .string()
  .max(MAX_NAME)
  .describe('Where it stands in the document: `skills[2].name`, "Experience › Acme". Left out at no place.');

const signs = () => z.partialRecord(z.enum(readingSigns), z.number().min(0).max(1));

export const Signs = signs()
  .describe(
    'Evidence for a value that was read, with the probability that it alone gives: a kind of rule (`phrases`, `number`, `place`, …), `record` (the key at `path`), `side`, `mention` and `label` (the network, at the words and over the text), `model` (the language model). Of a set: means.',
  )
  .meta({ id: 'Signs' });

export const ProvenanceEntry = z
  .object({
    source: z.enum(sources),
    extractor: z.enum(extractors),
    context_id: z.string().optional(),
    span: Span.optional(),
    path: Path.optional(),
    confidence: z.number().min(0).max(1),
    signs: Signs.optional(),
    at: z.string(),
    from: z.array(z.string()).optional(),
  })
  .meta({ id: 'Provenance' });

const Time = z.iso
  .datetime({ error: 'must be an ISO 8601 date-time in UTC, such as 2026-05-01T12:00:00Z' })
  .describe('ISO 8601 in UTC.');

const StoredProvenance = z
  .strictObject({
    source: z.enum(sources),
    extractor: z.enum(extractors),
    context_id: z.string().min(1).max(MAX_NAME).optional(),
    span: Span.optional(),
    path: Path.optional(),
    confidence: z.number().min(0).max(1),
    signs: signs().optional(),
    at: Time,
    from: z.array(z.string().max(MAX_NAME)).max(MAX_FIELDS).optional(),
  })
  .meta({ id: 'StoredProvenance' });

const StoredValue = z
  .strictObject({
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(MAX_VALUES)]),
    provenance: StoredProvenance,
  })
  .meta({ id: 'StoredValue' });

const layer = () =>
  z
    .record(z.string().min(1).max(MAX_NAME), StoredValue)
    .refine((values) => Object.keys(values).length <= MAX_FIELDS, {
      message: `has too many keys; at most ${MAX_FIELDS} are taken`,
    });

/** Everything but the texts, which an export of one person lists for all domains together. */
const StoredValues = z.strictObject({
  schema_version: z.string().min(1).max(MAX_NAME).describe('The version of the domain that read the values.'),
  layers: z
    .strictObject({ client: layer(), feedback: layer(), extracted: layer(), earlier: layer().optional() })
    .describe(
      'Values by field, by where they come from. A value of the client wins, then one of feedback. `earlier`: values of a fast reading that the full one corrected; never in force.',
    ),
  extras: anyObject(MAX_FIELDS),
  preferences: z.strictObject({
    given: anyObject(MAX_FILTERS).nullable(),
    given_at: Time.nullable(),
    extracted: anyObject(MAX_FILTERS),
    provenance: z
      .record(z.string().max(MAX_NAME), StoredProvenance)
      .describe('The origin of the extracted values.'),
  }),
  last_enriched_at: Time.nullable(),
  updated_at: Time,
});
export type StoredValues = z.output<typeof StoredValues>;

export const StoredRecord = StoredValues.extend({
  context_items: z
    .array(
      z
        .strictObject({
          context_id: z.string().min(1).max(MAX_NAME),
          source: SourceLabel,
          content: FreeText,
          created_at: Time,
        })
        .meta({ id: 'StoredContextItem' }),
    )
    .max(MAX_TEXTS)
    .describe(
      'The stored texts, oldest first. Each gets an id of its own; `context_id` is what values refer to.',
    ),
}).meta({ id: 'StoredRecord' });
export type StoredRecord = z.output<typeof StoredRecord>;
