/** How the bytes of a source become rows, by its form. */
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { jsonlRows } from './jsonl-rows.ts';
import { parquetRows, type RandomAccess } from './parquet-rows.ts';

interface NamedFile {
  /** Its number among those that are read together. */
  readonly file: number;
  /** How to call it in a message, or ''. */
  readonly name: string;
}

export interface RowReader<Row> {
  jsonl(bytes: AsyncIterable<Uint8Array>, named: NamedFile): AsyncGenerator<RowBatch<Row>>;
  /** `onShare`: 0 to 1 of the rows. */
  parquet(
    source: RandomAccess,
    named: NamedFile,
    onShare: (share: number) => void,
  ): AsyncGenerator<RowBatch<Row>>;
}

export const datasetReader: RowReader<RowOrFault> = { jsonl: jsonlRows, parquet: parquetRows };
