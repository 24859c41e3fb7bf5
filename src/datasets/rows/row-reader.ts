/** Readers of the rows of a source, one a format. */
import type { DatasetFeatures } from '../../contract/dataset-features.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { jsonlRows } from './jsonl-rows.ts';
import { parquetRows, type RandomAccess } from './parquet-rows.ts';
import { rowValidator } from './validate-row.ts';

interface NamedFile {
  /** Index of the file in the import. */
  readonly file: number;
  /** Name of the file in messages, or ''. */
  readonly name: string;
}

export interface RowReader<Row> {
  jsonl(bytes: AsyncIterable<Uint8Array>, named: NamedFile): AsyncGenerator<RowBatch<Row>>;
  /** `onShare`: share of the rows, 0..1. */
  parquet(
    source: RandomAccess,
    named: NamedFile,
    onShare: (share: number) => void,
  ): AsyncGenerator<RowBatch<Row>>;
}

export function datasetReader(features: DatasetFeatures): RowReader<RowOrFault> {
  const validate = rowValidator(features);
  return {
    jsonl: (bytes, named) => jsonlRows(bytes, named, validate),
    parquet: (source, named, onShare) => parquetRows(source, named, onShare, validate),
  };
}
