/** Readers of the rows of a source, one a format. */

import type { TimestampForm } from '../../../contract/dataset.ts';
import type { DatasetFeatures } from '../../../contract/dataset-features.ts';
import type { GivenDialect } from '../../../platform/intake/dialect.ts';
import type { Encoding } from '../../../platform/intake/encodings.ts';
import { declaringValidator } from '../features/declaring-validator.ts';
import { withForms } from '../forms/with-forms.ts';
import type { SourceFormat } from '../sources/source-format.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { delimitedRows } from './delimited-rows.ts';
import { jsonlRows } from './jsonl-rows.ts';
import { parquetRows, type RandomAccess } from './parquet-rows.ts';
import { withTimestamps } from './with-timestamps.ts';
import { withoutMisreadTimes } from './without-misread-times.ts';

interface NamedFile {
  /** Index of the file in the import. */
  readonly file: number;
  /** Name of the file in messages, or ''. */
  readonly name: string;
  /** CSV and TSV; default: by the byte order mark, else UTF-8. */
  readonly encoding?: Encoding | undefined;
}

export interface RowReader<Row> {
  jsonl(bytes: AsyncIterable<Uint8Array>, named: NamedFile): AsyncGenerator<RowBatch<Row>>;
  /** `onShare`: share of the rows, 0..1. */
  parquet(
    source: RandomAccess,
    named: NamedFile,
    onShare: (share: number) => void,
  ): AsyncGenerator<RowBatch<Row>>;
  /** CSV and TSV; absent: such rows are not read from them. */
  delimited?(
    bytes: AsyncIterable<Uint8Array>,
    named: NamedFile,
    format: 'csv' | 'tsv',
  ): AsyncGenerator<RowBatch<Row>>;
}

/** The rows of a file that is read as a stream: all formats but Parquet. */
export function streamedRows<Row>(
  reader: RowReader<Row>,
  format: SourceFormat,
  bytes: AsyncIterable<Uint8Array>,
  named: NamedFile,
): AsyncGenerator<RowBatch<Row>> {
  if (format === 'jsonl') return reader.jsonl(bytes, named);
  if (reader.delimited === undefined) throw new Error(`these rows are not read from ${format}`);
  if (format === 'parquet') throw new Error('Parquet is no stream');
  return reader.delimited(bytes, named, format);
}

/** The features that the request declares, and the form of the times. */
export interface DatasetForm {
  readonly features: DatasetFeatures;
  readonly timestamps: TimestampForm;
  /** How CSV and TSV are written, as far as the caller says; the rest is found. */
  readonly dialect?: GivenDialect;
}

export function datasetReader({ features, timestamps, dialect = {} }: DatasetForm): RowReader<RowOrFault> {
  const declaring = declaringValidator(features);
  const validate = withTimestamps(timestamps, declaring.validate);
  const read = (batches: AsyncGenerator<RowBatch>, { name }: NamedFile) =>
    timestamps === 'iso' ? batches : withoutMisreadTimes(batches, timestamps, name);
  return {
    jsonl: (bytes, named) => read(jsonlRows(bytes, named, withForms(validate, declaring)), named),
    parquet: (source, named, onShare) =>
      withoutMisreadTimes(parquetRows(source, named, onShare, validate), timestamps, named.name),
    delimited: (bytes, named, format) => {
      const rows = delimitedRows(bytes, named, {
        dialect: format === 'tsv' ? { ...dialect, delimiter: dialect.delimiter ?? '	' } : dialect,
        features: declaring.features(),
        validate,
        validateForm: declaring.validate,
      });
      return read(rows, named);
    },
  };
}
