/** CSV and TSV. Encoding and dialect are found by the bytes, unless the caller gives them. */
import { ByteDecoder } from '../byte-decoder.ts';
import { detectDialect, type FoundDialect } from '../dialect.ts';
import type { Encoding } from '../encodings.ts';
import { describeFault, readTable, type TableRow, UnreadableTable } from '../read-table.ts';
import { encodingOf } from './file-text.ts';
import { tableReport } from './reading.ts';
import { requireColumns } from './require-columns.ts';
import type { SourceFile } from './source-file.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

/** Bytes of the beginning by which delimiter, header and decimal sign are found. */
const START_BYTES = 256 * 1024;

export async function tableSource(question: SourceQuestion): Promise<SourceReader> {
  const { file, columns, reading } = question;
  const encoding = await encodingOf(question);
  const start = await startOf(file, encoding.encoding);
  const found = detectDialect(start.text, start.isWhole, reading, columns ?? new Set());
  const bytes = file.open();
  const table = readTable(bytes.stream, { encoding: encoding.encoding, dialect: found.dialect });
  return {
    rows: tableRows(question, found, table),
    progress: bytes.progress,
    report: () => tableReport(encoding, found, table.notes),
    decimal: found.dialect.decimal,
  };
}

async function startOf(file: SourceFile, encoding: Encoding) {
  const decoder = new ByteDecoder(encoding);
  let [text, read] = ['', 0];
  for await (const piece of file.open().stream) {
    text += decoder.decode(piece);
    read += piece.length;
    if (read >= START_BYTES) return { text, isWhole: false };
  }
  return { text: text + decoder.end(), isWhole: true };
}

async function* tableRows(
  { file, columns }: SourceQuestion,
  { dialect }: FoundDialect,
  { rows, notes }: ReturnType<typeof readTable>,
): AsyncGenerator<NumberedRow> {
  let isChecked = false;
  try {
    for await (const batch of rows) {
      if (!isChecked) requireColumns(`${file.name}, line ${dialect.skipLines + 1}:`, notes.columns, columns);
      isChecked = true;
      for (const row of batch) yield numberedRow(row, notes.columns.names);
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    throw new Error(`${file.name}, line ${error.line}: its header cannot be read: ${error.message}.`);
  }
}

function numberedRow({ number, line, cells, fault }: TableRow, names: readonly string[]): NumberedRow {
  if (fault !== null) return { number, line, fault: describeFault(fault), text: cells };
  const named = cells.flatMap((cell, at) => ((names[at] ?? '') === '' ? [] : [[names[at]!, cell] as const]));
  return { number, line, row: Object.fromEntries(named) };
}
