/**
 * Reads records of a catalogue or of interactions from JSONL or Parquet, and validates them by the schemas of
 * the contract. In Parquet, objects may be structs, maps or JSON text, and integers may have 64 bits.
 */
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import type { z } from 'zod';
import { passedBound } from '../../../contract/json-bounds.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { type PlainColumns, plainColumns } from '../../../platform/intake/sources/plain-parquet.ts';
import type { FaultyRow, RowBatch } from '../../datasets/rows/dataset-row.ts';
import { jsonlLines } from '../../datasets/rows/jsonl-rows.ts';
import {
  boundedCompressors,
  MAX_ROWS_PER_GROUP,
  parquetError,
  type RandomAccess,
  withParquetErrors,
} from '../../datasets/rows/parquet-rows.ts';
import type { RowReader } from '../../datasets/rows/row-reader.ts';
import { faulty, faultyRow } from '../../datasets/rows/validate-row.ts';
import { textOf } from '../../datasets/snapshot/snapshot-schema.ts';

interface ValidRecord<Value> {
  readonly type: 'record';
  readonly value: Value;
}

export type RecordOrFault<Value> = ValidRecord<Value> | FaultyRow;

/**
 * Enough for title, description and attributes of 16 KiB each with every byte escaped as six, or 10,000 ids.
 */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const ROWS_PER_READ = 4096;

/** `required`: a column that a Parquet file must have; null: none. */
export function recordReader<Schema extends z.ZodObject>(
  schema: Schema,
  required: string | null,
): RowReader<RecordOrFault<z.output<Schema>>> {
  const validate = (value: unknown) => validateRecord(schema, value);
  const known = Object.keys(schema.shape);
  return {
    jsonl: (bytes, named) =>
      jsonlLines(bytes, named, { validate, maxLineBytes: MAX_LINE_BYTES, isNested: true }),
    parquet: (source, named, onShare) =>
      parquetRecords(source, named, onShare, { known, required, validate }),
  };
}

function validateRecord<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
): RecordOrFault<z.output<Schema>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return faulty('', 'must be an object');
  const result = schema.safeParse(value);
  return result.success ? { type: 'record', value: result.data } : faultyRow(result.error, value);
}

interface ParquetForm<Row> {
  readonly known: readonly string[];
  readonly required: string | null;
  readonly validate: (value: unknown) => Row;
}

async function* parquetRecords<Row>(
  source: RandomAccess,
  { file, name }: { readonly file: number; readonly name: string },
  onShare: (share: number) => void,
  { known, required, validate }: ParquetForm<Row>,
): AsyncGenerator<RowBatch<Row | FaultyRow>> {
  const sourceName = name === '' ? 'The source' : name;
  const buffer = {
    byteLength: source.bytes,
    slice: (start: number, end = source.bytes) => source.read(start, end),
  };
  const { metadata, plain } = plainColumns(
    await withParquetErrors(sourceName, () => parquetMetadataAsync(buffer)),
  );
  checkColumns(metadata, sourceName, known, required);
  const total = Number(metadata.num_rows);
  for (let start = 0; start < total; start += ROWS_PER_READ) {
    const end = Math.min(total, start + ROWS_PER_READ);
    const records = await withParquetErrors(sourceName, () =>
      parquetReadObjects({
        file: buffer,
        metadata,
        rowStart: start,
        rowEnd: end,
        compressors: boundedCompressors,
        parsers: { stringFromBytes: textOf },
      }),
    );
    onShare(end / total);
    yield {
      file,
      rows: records.map((record) => boundsFault(record) ?? validate(plainRecord(record, plain))),
      lines: records.map((_, at) => start + at + 1),
    };
  }
}

function checkColumns(
  metadata: FileMetaData,
  sourceName: string,
  known: readonly string[],
  required: string | null,
): void {
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw parquetError(sourceName, `it has a column «${unknown}»; there may be ${known.join(', ')}`);
  if (required !== null && !names.includes(required))
    throw parquetError(sourceName, `it has no column «${required}»`);
  if (metadata.row_groups.some((group) => Number(group.num_rows) > MAX_ROWS_PER_GROUP))
    throw parquetError(
      sourceName,
      `a row group has more than ${MAX_ROWS_PER_GROUP} rows; write smaller ones`,
    );
}

function plainRecord(
  record: Readonly<Record<string, unknown>>,
  plainOf: PlainColumns['plain'],
): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    if (value === null || value === undefined) continue;
    plain[key] = key === 'attributes' && typeof value === 'string' ? parsed(value) : plainOf(key, value);
  }
  return plain;
}

/** Attributes that are JSON text have the bounds of a JSONL line. */
function boundsFault({ attributes }: Readonly<Record<string, unknown>>): FaultyRow | undefined {
  const passed = typeof attributes === 'string' ? passedBound(Buffer.from(attributes)) : undefined;
  return passed && faulty('attributes', passed.message);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
