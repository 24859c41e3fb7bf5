/** Wire shapes of datasets: what is imported, and what is told of it. */
import { z } from 'zod';
import { Identifier } from './common.ts';

export const MAX_ITEM_TEXT_BYTES = 16 * 1024;

const Wording = z.string().refine((text) => text.isWellFormed(), 'must not have lone surrogates');

export const DatasetItem = z.strictObject({
  item_id: Identifier,
  text: Wording.refine(
    (text) => Buffer.byteLength(text) <= MAX_ITEM_TEXT_BYTES,
    `must have at most ${MAX_ITEM_TEXT_BYTES} bytes of UTF-8`,
  ),
});
export type DatasetItem = z.output<typeof DatasetItem>;

export const DatasetEvent = z.strictObject({
  event_id: Identifier,
  person_id: Identifier,
  item_id: Identifier,
  kind: Wording.min(1).max(64),
  /** ISO 8601 with date, time and zone; kept in UTC with milliseconds. */
  timestamp: z.iso
    .datetime({
      offset: true,
      error: 'must be an ISO 8601 date-time with a zone, such as 2024-05-01T12:00:00Z',
    })
    .transform((text) => new Date(text).toISOString()),
  value: z.number().default(1),
});
export type DatasetEvent = z.output<typeof DatasetEvent>;

const Access = z.strictObject({ export: z.boolean().default(true), training: z.boolean().default(true) });

export const DatasetName = Wording.min(1).max(200);
export const defaultTerms = 'Uploaded by the workspace, which is responsible for its right to use the data.';

const described = {
  name: DatasetName,
  access: Access.default({ export: true, training: true }),
  terms: Wording.min(1).max(4000).default(defaultTerms),
};

/** Two ways in one operation: the rows themselves, or where they lie. */
export const ImportDatasetRequest = z.union([
  z.strictObject({
    ...described,
    items: z.array(DatasetItem).min(1),
    events: z.array(DatasetEvent).default([]),
  }),
  z.strictObject({
    ...described,
    source_uri: z.string().min(1).max(2048),
    format: z.string().min(1).max(32),
  }),
]);
export type ImportDatasetRequest = z.output<typeof ImportDatasetRequest>;

export const DatasetFields = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  source: z.enum(['workspace_upload', 'workspace_uri', 'provider_catalog']),
  access: z.object({ export: z.boolean(), training: z.boolean() }),
  terms: z.string(),
  item_count: z.int(),
  event_count: z.int(),
});
/** As it stands in lists and in a job's result. */
export type DatasetFields = z.output<typeof DatasetFields>;

export const ExportDatasetRequest = z.strictObject({
  format: z.string().min(1).max(32),
  /** The file is compressed as a whole (`.jsonl.gz`). */
  compression: z.enum(['none', 'gzip']).default('none'),
});
export type ExportDatasetRequest = z.output<typeof ExportDatasetRequest>;
