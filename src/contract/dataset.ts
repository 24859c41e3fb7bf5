/** Wire shapes of datasets: imports and answers. */
import { z } from 'zod';
import { anyObject, characters, Identifier, KIB, MAX_FIELDS, readable } from './common.ts';
import {
  AnsweredBaskets,
  AnsweredKinds,
  DeclaredBaskets,
  DeclaredKinds,
  DeclaredRepeats,
} from './dataset-events.ts';
import { DatasetFeaturesAnswer, DeclaredFeatures, noFeatures } from './dataset-features.ts';
import { listOf } from './lists.ts';
import { rowsOf } from './rows.ts';
import { timeFault } from './times.ts';

export const MAX_ITEM_TEXT_BYTES = 16 * KIB;

/** In UTC with milliseconds, so that the order of the texts is that of the times. */
export const Timestamp = z.iso
  .datetime({
    offset: true,
    error: 'must be an ISO 8601 date-time with a zone, such as 2024-05-01T12:00:00Z',
  })
  .transform((text) => new Date(text).toISOString())
  .superRefine((text, context) => {
    const isDated = /^\d{4}-/.test(text);
    const message = isDated ? timeFault(Date.parse(text)) : 'must lie in the years 0000 to 9999 in UTC';
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .describe(
    'ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds. From 1970 on, and at most one day ahead.',
  );

export const MAX_ATTRIBUTE_BYTES = 16 * KIB;

const Attributes = anyObject(MAX_FIELDS).describe(
  `Values of declared features, by name; null is as left out. At most ${MAX_ATTRIBUTE_BYTES} bytes of JSON.`,
);

export const DatasetItem = z.strictObject({
  item_id: Identifier,
  text: z
    .string()
    .refine((text) => text.isWellFormed(), 'must not have lone surrogates')
    .refine(
      (text) => Buffer.byteLength(text) <= MAX_ITEM_TEXT_BYTES,
      `must have at most ${MAX_ITEM_TEXT_BYTES} bytes of UTF-8`,
    )
    .describe(`At most ${MAX_ITEM_TEXT_BYTES} bytes of UTF-8.`),
  created_at: Timestamp.nullish().describe(
    'Since when the item could be chosen: ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds. From 1970 on, and at most one day ahead.',
  ),
  attributes: Attributes.nullish(),
});
export type DatasetItem = z.output<typeof DatasetItem>;

export const DatasetPerson = z.strictObject({ person_id: Identifier, attributes: Attributes.nullish() });
export type DatasetPerson = z.output<typeof DatasetPerson>;

/** The fields of an event, before it is checked that it names a person or a session. */
export const datasetEventFields = {
  event_id: Identifier,
  person_id: Identifier.nullish().describe(
    'Who acted. An event without it has a `session_id`: the session is anonymous, and has a history of its own.',
  ),
  session_id: Identifier.nullish().describe('The visit in which it happened.'),
  item_id: Identifier,
  kind: characters(1, 64),
  timestamp: Timestamp,
  value: z.number().default(1),
  basket_id: Identifier.nullish().describe('Events that were taken together, such as an order.'),
  context: anyObject(MAX_FIELDS)
    .nullish()
    .describe(
      `Values of declared features of events, by name; null is as left out. At most ${MAX_ATTRIBUTE_BYTES} bytes of JSON.`,
    ),
};

interface NamedActor {
  readonly person_id?: string | null | undefined;
  readonly session_id?: string | null | undefined;
}

export function checkActor({ person_id, session_id }: NamedActor, context: z.RefinementCtx): void {
  if ((person_id ?? null) !== null || (session_id ?? null) !== null) return;
  const message = 'give person_id, session_id or both';
  context.addIssue({ code: 'custom', path: ['person_id'], message });
}

export const DatasetEvent = z.strictObject(datasetEventFields).superRefine(checkActor);
export type DatasetEvent = z.output<typeof DatasetEvent>;

const Access = z.strictObject({ export: z.boolean().default(true), training: z.boolean().default(true) });

export const DatasetName = readable(1, 200);
export const DatasetTerms = readable(1, 4000);
export const defaultTerms = 'Uploaded by the workspace, which is responsible for its right to use the data.';

const described = {
  name: DatasetName,
  access: Access.default({ export: true, training: true }),
  terms: DatasetTerms.default(defaultTerms),
  features: DeclaredFeatures.default(noFeatures),
  kinds: DeclaredKinds.default({}),
  repeats: DeclaredRepeats.default(false),
  baskets: DeclaredBaskets.default(null),
};

export const timestampForms = ['iso', 'epoch_seconds', 'epoch_ms'] as const;
export type TimestampForm = (typeof timestampForms)[number];

const MAX_SOURCES = 100;
const SourceUri = z.string().min(1).max(2048);

const located = {
  format: z.string().min(1).max(32).describe('`jsonl`, `parquet`, `csv` or `tsv`.'),
  timestamps: z
    .enum(timestampForms)
    .default('iso')
    .describe(
      'The form of `timestamp` and `created_at`: ISO 8601, or a number since 1970. A column of numbers whose median lies before 2000 is refused where another unit fits it, and one whose median lies before 1990 in any case.',
    ),
};

/** Three variants in one operation: the rows themselves, their location, or several locations. */
export const ImportDatasetRequest = z
  .union([
    z
      .strictObject({
        ...described,
        items: rowsOf(DatasetItem, { least: 1 }),
        events: rowsOf(DatasetEvent, { least: 0 }).default([]),
        people: rowsOf(DatasetPerson, { least: 0 }).default([]),
      })
      .describe('The rows themselves.')
      .meta({ id: 'ImportDatasetRows' }),
    z
      .strictObject({
        ...described,
        source_uri: SourceUri,
        ...located,
      })
      .describe('The location of the rows, which the operator must allow.')
      .meta({ id: 'ImportDatasetLocation' }),
    z
      .strictObject({
        ...described,
        source_uris: z.array(SourceUri).min(1).max(MAX_SOURCES),
        ...located,
      })
      .describe('The locations of several files of one format, which are one dataset.')
      .meta({ id: 'ImportDatasetLocations' }),
  ])
  .meta({ id: 'ImportDatasetRequest' });
export type ImportDatasetRequest = z.output<typeof ImportDatasetRequest>;

export const DatasetFields = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.string().describe('`v1`, `v2`, … by name within a workspace.'),
    source: z.enum(['workspace_upload', 'workspace_uri', 'provider_catalog']),
    access: z.object({ export: z.boolean(), training: z.boolean() }),
    terms: z.string(),
    item_count: z.int(),
    event_count: z.int(),
    features: DatasetFeaturesAnswer,
    kinds: AnsweredKinds,
    repeats: z.boolean().describe('Whether people take an item again.'),
    baskets: AnsweredBaskets,
    erasures: z
      .object({ count: z.int(), last_at: z.string().nullable() })
      .describe('People whose rows were erased from this snapshot, and when last.'),
  })
  .meta({ id: 'DatasetFields' });
/** The form in lists and in the result of a job. */
export type DatasetFields = z.output<typeof DatasetFields>;

export const Dataset = DatasetFields.extend({ request_id: z.string() }).meta({ id: 'Dataset' });
export const DatasetList = listOf(DatasetFields).meta({ id: 'DatasetList' });

export const ExportDatasetRequest = z
  .strictObject({
    format: z.string().min(1).max(32).describe('`jsonl` or `parquet`.'),
    compression: z
      .enum(['none', 'gzip'])
      .default('none')
      .describe('`gzip`: JSONL is compressed as a whole (`.jsonl.gz`).'),
  })
  .meta({ id: 'ExportDatasetRequest' });
export type ExportDatasetRequest = z.output<typeof ExportDatasetRequest>;
