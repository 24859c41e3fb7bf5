/**
 * Sources of an import, as one stream of numbered rows for every format. A reader has a bounded part of the
 * source in memory. It numbers rows from 1 in the source's order, with the same numbers each time. So an
 * import can go on after a crash.
 */
import { ndjsonRows } from './ndjson-source.ts';
import { parquetRows } from './parquet-source.ts';
import type { SourceQuestion, SourceReader } from './source-reader.ts';
import { tableSource } from './table-source.ts';

export type SourceFormat = 'csv' | 'tsv' | 'ndjson' | 'parquet';
export const sourceFormats: readonly SourceFormat[] = ['csv', 'tsv', 'ndjson', 'parquet'];

export async function openSource(format: SourceFormat, question: SourceQuestion): Promise<SourceReader> {
  switch (format) {
    case 'csv':
      return tableSource(question);
    case 'tsv':
      return tableSource({ ...question, reading: { ...question.reading, ...tabs(question) } });
    case 'ndjson':
      return ndjsonRows(question);
    case 'parquet':
      return parquetRows(question);
    default:
      return format satisfies never;
  }
}

/** The ending for tab-separated files sets the delimiter, unless the caller does. */
function tabs({ reading }: SourceQuestion) {
  return { delimiter: reading.delimiter ?? ('\t' as const) };
}

const formatsByEnding: Readonly<Record<string, SourceFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
};

/** By the ending of the name without `.gz`. undefined: unknown. */
export function formatOf(file: string): SourceFormat | undefined {
  const ending = /\.([^.]+?)(\.gz)?$/i.exec(file)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : formatsByEnding[ending];
}
