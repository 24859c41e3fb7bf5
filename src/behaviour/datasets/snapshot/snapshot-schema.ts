/**
 * The format of a snapshot: Parquet files, in import order. Any Parquet tool reads them. The compression
 * is Zstandard, and row groups are small so that encoding one does not block the event loop for long
 * ([figures](../../../docs/design/decisions/datasets.md)).
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';

export const ROWS_PER_GROUP = 16_384;
/** A group ends early after this many characters, because a text may have 16 KiB. */
export const CHARACTERS_PER_GROUP = 8 * 1024 * 1024;

type Repetition = 'REQUIRED' | 'OPTIONAL';

export const textElement = (name: string, repetition_type: Repetition = 'REQUIRED'): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type,
});

const time = (name: string, repetition_type: Repetition = 'REQUIRED'): SchemaElement => ({
  name,
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  repetition_type,
});

const table = (name: string, columns: readonly SchemaElement[]): SchemaElement[] => [
  { name, num_children: columns.length },
  ...columns,
];

/** Snapshots of earlier versions have the first two columns alone. `attributes` is JSON text. */
export const itemsSchema = table('items', [
  textElement('item_id'),
  textElement('text'),
  time('created_at', 'OPTIONAL'),
  textElement('attributes', 'OPTIONAL'),
]);

export const peopleSchema = table('people', [
  textElement('person_id'),
  textElement('attributes', 'OPTIONAL'),
]);

/** Snapshots of earlier versions lack the optional columns. `context` is JSON text. */
export const eventsSchema = table('events', [
  textElement('event_id'),
  textElement('person_id'),
  textElement('item_id'),
  textElement('kind'),
  time('timestamp'),
  { name: 'value', type: 'DOUBLE', repetition_type: 'REQUIRED' },
  textElement('session_id', 'OPTIONAL'),
  textElement('basket_id', 'OPTIONAL'),
  textElement('context', 'OPTIONAL'),
]);

const LEVEL = 3;
const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };

export const zstdCompressor = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, { params }) };
export const zstdDecompressor = {
  ZSTD: (bytes: Uint8Array, outputLength: number) =>
    zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, outputLength) }),
};

/** TextDecoder, which the library uses, drops a leading U+FEFF as a byte order mark. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
