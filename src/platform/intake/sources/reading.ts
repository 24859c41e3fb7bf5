/** How a source is read: the caller's options, and the report of an import. */
import type { DetectedEncoding } from '../detect-encoding.ts';
import type { Delimiter, FoundDialect, GivenDialect, Quote } from '../dialect.ts';
import { type Encoding, encodingNames } from '../encodings.ts';
import type { Decimal } from '../number-text.ts';
import type { TableNotes } from '../read-table.ts';

export interface GivenReading extends GivenDialect {
  readonly encoding?: Encoding | undefined;
  /** Excel: the sheet; default: the first one. */
  readonly sheet?: string | undefined;
}

/** The encoding of a file, and how it is known. Parquet has none. */
export type FoundEncoding = Pick<ReadingReport, 'encoding' | 'encoding_by'>;

/** The report of a source of any format; only texts of columns have all of it. */
export interface ReadingReport {
  readonly encoding?: Encoding;
  /** Excel: the sheet that is read. */
  readonly sheet?: string;
  /**
   * `given` by the caller, or found: by the byte order `mark`, by all `bytes`, or all of them are `ascii`.
   */
  readonly encoding_by?: DetectedEncoding['by'] | 'given';
  readonly delimiter?: Delimiter;
  readonly quote?: Quote | null;
  readonly decimal?: Decimal;
  readonly header_line?: number;
  readonly left_out_lines?: readonly string[];
  readonly unnamed_columns?: number;
  readonly unnamed_cells?: number;
  readonly short_rows?: number;
  readonly empty_rows?: number;
  readonly swallowed_lines?: number;
  readonly rows_of_several_lines?: number;
  readonly undecoded_rows?: number;
  readonly kept_quotes?: number;
  /** The name of the form. */
  readonly form?: string;
  /** Records of a class that the form does not have. */
  readonly other_records?: number;
}

export function tableReport(
  encoding: FoundEncoding,
  { dialect, leftOut }: FoundDialect,
  notes: TableNotes,
): ReadingReport {
  return {
    ...encoding,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    decimal: dialect.decimal,
    header_line: dialect.skipLines + 1,
    left_out_lines: leftOut,
    unnamed_columns: notes.columns.unnamed,
    unnamed_cells: notes.unnamedCells,
    short_rows: notes.shortRows,
    empty_rows: notes.emptyRows,
    swallowed_lines: notes.swallowedLines,
    rows_of_several_lines: notes.severalLines,
    undecoded_rows: notes.undecodedRows,
    kept_quotes: notes.keptQuotes,
  };
}

const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** One sentence before the import: how the file is read. */
export function readingLine(file: string, report: ReadingReport): string | null {
  if (report.encoding === undefined) return null;
  const parts = [`${file} is read as ${encodingNames[report.encoding]}${foundBy(report)}`];
  if (report.delimiter !== undefined) {
    const quoting = report.quote === null ? 'nothing quoted' : `quoted by ${report.quote}`;
    parts.push(
      `columns between ${delimiterNames[report.delimiter]}, ${quoting}`,
      `decimal ${report.decimal}`,
      `header in line ${report.header_line}${leftOut(report)}`,
    );
  }
  return `${parts.join('; ')}.`;
}

function foundBy({ encoding_by }: ReadingReport): string {
  if (encoding_by === 'mark') return ' (by its byte order mark)';
  if (encoding_by === 'bytes') return ' (found by its bytes)';
  return encoding_by === 'ascii' ? ' (all of it is ASCII)' : '';
}

const SHOWN_LINES = 3;
const SHOWN_CHARACTERS = 60;

function leftOut({ left_out_lines: lines = [] }: ReadingReport): string {
  const shown = lines
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES)
    .map((line) => `«${line.slice(0, SHOWN_CHARACTERS)}»`);
  return shown.length === 0 ? '' : `, left out before it: ${shown.join(', ')}`;
}

/** Sentences after the import about values that were read in another way than they stand in the file. */
export function notedLines(report: ReadingReport): readonly string[] {
  const count = (number: number | undefined, one: string, many: string, rest: string) =>
    number === undefined || number === 0 ? [] : [`${number} ${number === 1 ? one : many} ${rest}`];
  return [
    ...count(
      report.short_rows,
      'row has',
      'rows have',
      'fewer cells than the header: what they lack is not given.',
    ),
    ...count(
      report.unnamed_columns,
      'column has',
      'columns have',
      `no name and ${report.unnamed_columns === 1 ? 'is' : 'are'} left out, with ${report.unnamed_cells} values.`,
    ),
    ...count(report.empty_rows, 'row is', 'rows are', 'empty and left out.'),
    ...count(
      report.swallowed_lines,
      'line',
      'lines',
      'within wrong quotes: rows may be among them that were not read.',
    ),
    ...count(report.rows_of_several_lines, 'row has', 'rows have', 'a cell of several lines.'),
    ...count(
      report.undecoded_rows,
      'row has',
      'rows have',
      'bytes that the encoding does not have; --encoding names another one.',
    ),
    ...count(report.other_records, 'record', 'records', 'of another class left out.'),
    ...count(
      report.kept_quotes,
      'cell is',
      'cells are',
      "within quotes and kept them; --quote '\"' takes them off.",
    ),
  ];
}
