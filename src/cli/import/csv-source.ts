/** CSV with a header line (RFC 4180; any line ends; a byte order mark is allowed). */
import { type CsvError, type Options, parse } from 'csv-parse';
import { openFileBytes } from './file-bytes.ts';
import { requireColumns } from './require-columns.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

/** The largest record in memory. A longer one has an unclosed quote. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

interface NumberedRecord {
  readonly number: number;
  readonly cells: readonly string[];
}

export function csvRows(question: SourceQuestion, delimiter: string): SourceReader {
  const bytes = openFileBytes(question.file);
  return { rows: readCsv(question, delimiter, bytes.stream), progress: bytes.progress };
}

async function* readCsv(
  { file, after, columns }: SourceQuestion,
  delimiter: string,
  stream: ReturnType<typeof openFileBytes>['stream'],
): AsyncGenerator<NumberedRow> {
  // The header has number 0. The parser reports records that it skips in order, so both kinds are counted
  // here.
  let count = -1;
  const unread: Extract<NumberedRow, { fault: string }>[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    // A quote inside a text is accepted, because strict parsing would drop the rows after it.
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (cells: string[]) => ({ number: ++count, cells }),
    on_skip: (error: CsvError | undefined) => {
      unread.push({ number: ++count, fault: error?.message ?? 'cannot be read', text: null });
      return undefined;
    },
  } as unknown as Options);
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  try {
    let header: readonly string[] | undefined;
    for await (const record of parser as AsyncIterable<NumberedRecord>) {
      while (unread.length > 0 && unread[0]!.number < record.number) {
        const fault = unread.shift()!;
        if (fault.number > after) yield fault;
      }
      if (header === undefined) {
        header = record.cells.map((name) => name.trim());
        requireColumns(file, header, columns);
      } else if (record.number > after) yield rowOf(header, record);
    }
    for (const fault of unread) if (fault.number > after) yield fault;
  } finally {
    parser.destroy();
    stream.destroy();
  }
}

function rowOf(header: readonly string[], { number, cells }: NumberedRecord): NumberedRow {
  if (cells.length === header.length) {
    return { number, row: Object.fromEntries(header.map((name, at) => [name, cells[at]])) };
  }
  const fault = `the row has ${cells.length} cells, the header has ${header.length}`;
  return { number, fault, text: cells };
}
