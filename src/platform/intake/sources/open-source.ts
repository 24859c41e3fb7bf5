/**
 * Sources of an import, as one stream of numbered rows for every format, in Node and in a browser. A reader has
 * a bounded part of the source in memory: XML, YAML and pages are read at once, up to a size. It numbers rows
 * from 1 in the source's order, with the same numbers each time. So an import can go on after a crash.
 */
import { jsonSource } from './json-source.ts';
import { ndjsonSource } from './ndjson-source.ts';
import { pageSource } from './page-source.ts';
import type { SourceFormat } from './source-formats.ts';
import type { SourceQuestion, SourceReader } from './source-reader.ts';
import { tableSource } from './table-source.ts';
import { xlsxSource } from './xlsx-source.ts';
import { xmlSource } from './xml-source.ts';
import { yamlSource } from './yaml-source.ts';

export async function openSource(format: SourceFormat, question: SourceQuestion): Promise<SourceReader> {
  switch (format) {
    case 'csv':
      return tableSource(question);
    case 'tsv':
      return tableSource({ ...question, reading: { ...question.reading, ...tabs(question) } });
    case 'ndjson':
      return ndjsonSource(question);
    case 'json':
      return jsonSource(question);
    case 'yaml':
      return yamlSource(question);
    case 'html':
      return pageSource(question);
    case 'xlsx':
      return xlsxSource(question);
    case 'xml':
      return xmlSource(question);
    case 'parquet':
      return (await import('./parquet-source.ts')).parquetSource(question);
    default:
      return format satisfies never;
  }
}

/** The ending for tab-separated files sets the delimiter, unless the caller does. */
function tabs({ reading }: SourceQuestion) {
  return { delimiter: reading.delimiter ?? ('\t' as const) };
}
