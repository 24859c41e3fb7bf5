/**
 * Reads Parquet as batches of validated rows. Items, events and people share the columns, with a column
 * `type`; the columns of the other types are null. Rows are read in ranges, so that no row group is held
 * whole. A file that claims oversized pages or groups is rejected before they are allocated.
 */
import { type FileMetaData, parquetMetadataAsync, parquetScan, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { type ApiError, apiError } from '../../../contract/errors.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import {
  type PlainColumns,
  plainColumns,
  plainValue,
} from '../../../platform/intake/sources/plain-parquet.ts';
import { textOf, zstdDecompressor } from '../snapshot/snapshot-schema.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { declarationBatches } from './parquet-declaration.ts';
import type { ValidateRow } from './validate-row.ts';

export interface RandomAccess {
  readonly bytes: number;
  /** Bytes [start, end). */
  read(start: number, end: number): Promise<ArrayBuffer>;
}

const SMALLEST_READ = 8192;
const LARGEST_READ = 65_536;
const READS_PER_GROUP = 16;
export const MAX_ROWS_PER_GROUP = 8_000_000;
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

const columnsOfType: Readonly<Record<string, readonly string[]>> = {
  item: ['item_id', 'text', 'created_at', 'attributes'],
  event: [
    ...['event_id', 'person_id', 'session_id', 'item_id', 'kind', 'timestamp', 'value'],
    ...['basket_id', 'context'],
  ],
  person: ['person_id', 'attributes'],
};
const objects: ReadonlySet<string> = new Set(['attributes', 'context']);
const known: ReadonlySet<string> = new Set(['type', ...Object.values(columnsOfType).flat()]);

/** `onShare`: share of the rows, 0..1. Throws ApiError if the file is not Parquet of this form. */
export async function* parquetRows(
  source: RandomAccess,
  { file, name }: { readonly file: number; readonly name: string },
  onShare: (share: number) => void,
  validate: ValidateRow,
): AsyncGenerator<RowBatch> {
  const called = name === '' ? 'The source' : name;
  const buffer = {
    byteLength: source.bytes,
    slice: (start: number, end = source.bytes) => source.read(start, end),
  };
  const { metadata, plain } = plainColumns(
    await withParquetErrors(called, () => parquetMetadataAsync(buffer)),
  );
  const columns = columnsOf(metadata, called);
  const scan = await parquetScan({
    file: buffer,
    metadata,
    columns: [...columns],
    compressors: boundedCompressors,
    parsers: { stringFromBytes: textOf },
    useOffsetIndex: true,
  });
  yield* declarationBatches(metadata, file, validate);
  const total = Number(metadata.num_rows);
  for (const { start, end } of readsOf(metadata)) {
    const read = await withParquetErrors(called, async () => {
      const data: Record<string, ArrayLike<unknown>> = {};
      for (const column of columns)
        data[column] = await scan.readColumn({ column, rowStart: start, rowEnd: end });
      return data;
    });
    const rows: RowOrFault[] = [];
    const lines: number[] = [];
    for (let row = 0; row < end - start; row++) {
      rows.push(validate(rowOf(read, row, plain)));
      lines.push(start + row + 1);
    }
    onShare(end / total);
    yield { file, rows, lines };
  }
}

/** Turns an error of the Parquet library into an ApiError: the file is damaged or not Parquet. */
export async function withParquetErrors<T>(called: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Error && error.name === 'ApiError'
      ? error
      : parquetError(called, 'it is damaged, or no Parquet at all');
  }
}

export function parquetError(called: string, what: string): ApiError {
  return apiError('invalid_request', `${called} cannot be read as Parquet: ${what}.`, {
    issues: [{ path: '', message: what }],
    total: 1,
  });
}

function columnsOf(metadata: FileMetaData, called: string): readonly string[] {
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw parquetError(called, `it has a column «${unknown}»; there may be ${[...known].join(', ')}`);
  if (!names.includes('type'))
    throw parquetError(called, 'it has no column «type», which says item, event or person');
  if (metadata.row_groups.some((group) => Number(group.num_rows) > MAX_ROWS_PER_GROUP))
    throw parquetError(called, `a row group has more than ${MAX_ROWS_PER_GROUP} rows; write smaller ones`);
  return names;
}

/**
 * A group without a page index is decompressed from its start on every read, so it takes a few reads only.
 */
function* readsOf({ row_groups }: FileMetaData): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  for (const group of row_groups) {
    const rows = Number(group.num_rows);
    const step = Math.min(LARGEST_READ, Math.max(SMALLEST_READ, Math.ceil(rows / READS_PER_GROUP)));
    for (let at = 0; at < rows; at += step)
      yield { start: start + at, end: start + Math.min(rows, at + step) };
    start += rows;
  }
}

function rowOf(
  columns: Readonly<Record<string, ArrayLike<unknown>>>,
  row: number,
  plain: PlainColumns['plain'],
): unknown {
  const type = columns.type![row];
  const names = (typeof type === 'string' ? columnsOfType[type] : undefined) ?? known;
  const found: Record<string, unknown> = { type };
  for (const name of names) {
    const value = columns[name]?.[row] ?? undefined;
    if (value !== undefined) found[name] = objects.has(name) ? attributesOf(value) : plain(name, value);
  }
  return found;
}

/** Attributes are JSON text, or a struct or map. Text that is no JSON is left for the validation. */
function attributesOf(value: unknown): unknown {
  if (typeof value !== 'string') return plainValue(value);
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

export const boundedCompressors = Object.fromEntries(
  Object.entries({ ...compressors, ...zstdDecompressor }).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, outputLength: number) => {
      if (outputLength > MAX_PAGE_BYTES)
        throw parquetError(
          'The source',
          `a page claims ${outputLength} bytes; at most ${MAX_PAGE_BYTES} are read`,
        );
      return unpack(input, outputLength);
    },
  ]),
) as typeof compressors;
