/**
 * Parquet, read in ranges of rows. Only the columns that the mapping names are read; with a page index, only
 * their pages. A file is never in memory as a whole.
 */
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Row } from '../mapping/source-row.ts';
import { type PlainColumns, plainColumns } from './plain-parquet.ts';
import { requireNames } from './require-columns.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

const SMALLEST_READ = 8192;
const READS_A_GROUP = 16;

export function parquetSource(question: SourceQuestion): SourceReader {
  const state = { read: 0, of: 1 };
  return {
    rows: readParquet(question, state),
    progress: () => state.read / state.of,
    report: () => ({}),
    decimal: question.reading.decimal ?? 'point',
  };
}

async function* readParquet(
  { file, columns }: SourceQuestion,
  state: { read: number; of: number },
): AsyncGenerator<NumberedRow> {
  if (file.byPosition === undefined)
    throw new Error(`${file.name} is packed. Parquet packs its columns itself: unpack the file.`);
  const buffer = await file.byPosition();
  const { metadata, plain } = plainColumns(await parquetMetadataAsync(buffer));
  const header = parquetSchema(metadata).children.map(({ element }) => element.name);
  requireNames(file.name, header, columns);
  const total = Number(metadata.num_rows);
  Object.assign(state, { read: 0, of: Math.max(1, total) });
  const named = columns === null ? header : header.filter((name) => isNamed(name, columns));
  const step = rowsARead(metadata);
  for (let start = 0; start < total; start += step) {
    const rows = (await parquetReadObjects({
      file: buffer,
      metadata,
      compressors,
      columns: [...named],
      rowStart: start,
      rowEnd: Math.min(total, start + step),
      useOffsetIndex: true,
    })) as Row[];
    for (const [at, row] of rows.entries()) {
      state.read = start + at + 1;
      yield { number: start + at + 1, row: plainRow(row, plain) };
    }
  }
}

function plainRow(row: Row, plain: PlainColumns['plain']): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(column, value)]));
}

/**
 * Without a page index, each read decompresses the columns of a row group from its start. So a group is read
 * in a few large ranges instead of hundreds.
 */
function rowsARead({ row_groups }: FileMetaData): number {
  const largestGroup = Math.max(0, ...row_groups.map((group) => Number(group.num_rows)));
  return Math.max(SMALLEST_READ, Math.ceil(largestGroup / READS_A_GROUP));
}

function isNamed(column: string, columns: ReadonlySet<string>): boolean {
  return [...columns].some((name) => name === column || name.startsWith(`${column}.`));
}
