/** The result of a batch: the lines of its chunks as one file, JSONL or Parquet. */
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import type { ArtifactStore, StoredArtifact } from '../../artifacts/artifact-store.ts';
import { createParquetFile } from '../../datasets/snapshot/parquet-file.ts';
import { optionalTextColumn } from '../../datasets/snapshot/text-column.ts';

export async function writeJsonl(
  artifacts: ArtifactStore,
  key: string,
  chunks: readonly string[],
  signal: AbortSignal,
): Promise<StoredArtifact> {
  const writer = await artifacts.create(key);
  try {
    for (const chunk of chunks)
      for await (const piece of artifacts.read(chunk)) {
        signal.throwIfAborted();
        await writer.write(piece);
      }
    return await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** A row an item. A person whose answer is an error has one row, without an item. */
interface ResultRow {
  readonly row: number | null;
  readonly personId: string | null;
  readonly rank: number | null;
  readonly itemId: string | null;
  readonly score: number | null;
  readonly error: string | null;
}

const optional = (name: string, type: 'INT32' | 'DOUBLE' | 'UTF8'): SchemaElement =>
  type === 'UTF8'
    ? { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }
    : { name, type, repetition_type: 'OPTIONAL' };

const schema: SchemaElement[] = [
  { name: 'root', num_children: 6 },
  optional('row', 'INT32'),
  optional('person_id', 'UTF8'),
  optional('rank', 'INT32'),
  optional('item_id', 'UTF8'),
  optional('score', 'DOUBLE'),
  optional('error', 'UTF8'),
];

/** Each chunk becomes a row group. */
export async function writeParquet(
  artifacts: ArtifactStore,
  key: string,
  chunks: readonly string[],
  signal: AbortSignal,
): Promise<StoredArtifact> {
  const file = await createParquetFile(artifacts, key, schema);
  try {
    for (const chunk of chunks) {
      signal.throwIfAborted();
      const rows = (await linesOf(artifacts, chunk)).flatMap(rowsOf);
      if (rows.length > 0) await file.writeGroup(columnsOf(rows));
    }
    return await file.finish();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

async function linesOf(artifacts: ArtifactStore, key: string): Promise<readonly string[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of artifacts.read(key)) pieces.push(piece);
  return Buffer.concat(pieces).toString().split('\n').slice(0, -1);
}

interface Line {
  readonly row?: number;
  readonly person_id?: string;
  readonly items?: readonly { readonly item_id: string; readonly score: number }[];
  readonly error?: { readonly code: string };
}

function rowsOf(line: string): readonly ResultRow[] {
  const { row = null, person_id: personId = null, items = [], error } = JSON.parse(line) as Line;
  if (error !== undefined)
    return [{ row, personId, rank: null, itemId: null, score: null, error: error.code }];
  return items.map(({ item_id, score }, at) => {
    return { row, personId, rank: at + 1, itemId: item_id, score, error: null };
  });
}

function columnsOf(rows: readonly ResultRow[]): readonly ColumnSource[] {
  const texts = (name: string, of: (row: ResultRow) => string | null) =>
    optionalTextColumn(name, rows.map(of));
  const numbers = (name: string, of: (row: ResultRow) => number | null): ColumnSource => {
    return { name, data: rows.map(of), encoding: 'PLAIN', offsetIndex: false };
  };
  return [
    numbers('row', ({ row }) => row),
    texts('person_id', ({ personId }) => personId),
    numbers('rank', ({ rank }) => rank),
    texts('item_id', ({ itemId }) => itemId),
    numbers('score', ({ score }) => score),
    texts('error', ({ error }) => error),
  ];
}
