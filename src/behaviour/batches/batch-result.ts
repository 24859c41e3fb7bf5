/** The result of a batch: the lines of its chunks as one file, JSONL or Parquet. */
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import type { ArtifactStore, StoredArtifact } from '../../platform/artifacts/artifact-store.ts';
import { createParquetFile } from '../datasets/snapshot/parquet-file.ts';
import { optionalTextColumn } from '../datasets/snapshot/text-column.ts';
import { readStagedLines } from './staged-lines.ts';

/** Revises a line on its way into the file; null: the line is left out. */
export type ReviseLine = (line: string) => string | null;

export interface ResultFile {
  readonly key: string;
  readonly chunks: readonly string[];
  /** null: the lines stay as they are. */
  readonly revise: ReviseLine | null;
  readonly signal: AbortSignal;
}

export async function writeJsonl(
  artifacts: ArtifactStore,
  { key, chunks, revise, signal }: ResultFile,
): Promise<StoredArtifact> {
  const writer = await artifacts.create(key);
  try {
    for (const chunk of chunks) {
      const pieces = revise === null ? artifacts.read(chunk) : revised(artifacts, chunk, revise);
      for await (const piece of pieces) {
        signal.throwIfAborted();
        await writer.write(piece);
      }
    }
    return await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function* revised(artifacts: ArtifactStore, chunk: string, revise: ReviseLine) {
  const lines: string[] = [];
  for await (const line of readStagedLines(artifacts, chunk)) {
    const kept = revise(line);
    if (kept !== null) lines.push(`${kept}\n`);
  }
  yield Buffer.from(lines.join(''));
}

/** A column of the Parquet form of a result, with any number of rows a line. All columns are optional. */
interface ResultColumn<Row> {
  readonly name: string;
  readonly type: 'INT32' | 'DOUBLE' | 'UTF8';
  readonly of: (row: Row) => number | string | null;
}

export interface ResultTable<Row> {
  readonly columns: readonly ResultColumn<Row>[];
  rowsOf(line: string): readonly Row[];
}

/** Each chunk becomes a row group. */
export async function writeParquet<Row>(
  artifacts: ArtifactStore,
  { key, chunks, revise, signal }: ResultFile,
  { columns, rowsOf }: ResultTable<Row>,
): Promise<StoredArtifact> {
  const file = await createParquetFile(artifacts, key, schemaOf(columns));
  try {
    for (const chunk of chunks) {
      const rows: Row[] = [];
      for await (const line of readStagedLines(artifacts, chunk)) {
        signal.throwIfAborted();
        const kept = revise === null ? line : revise(line);
        if (kept !== null) rows.push(...rowsOf(kept));
      }
      if (rows.length > 0) await file.writeGroup(columns.map((column) => columnOf(column, rows)));
    }
    return await file.finish();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

function schemaOf<Row>(columns: readonly ResultColumn<Row>[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.map(optional)];
}

const optional = ({ name, type }: Pick<ResultColumn<never>, 'name' | 'type'>): SchemaElement =>
  type === 'UTF8'
    ? { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }
    : { name, type, repetition_type: 'OPTIONAL' };

function columnOf<Row>({ name, type, of }: ResultColumn<Row>, rows: readonly Row[]): ColumnSource {
  if (type === 'UTF8') return optionalTextColumn(name, rows.map(of) as (string | null)[]);
  return { name, data: rows.map(of), encoding: 'PLAIN', offsetIndex: false };
}
