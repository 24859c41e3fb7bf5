/** The interface of every source of an import. */
import type { Row } from '../mapping/source-row.ts';
import type { Decimal } from '../number-text.ts';
import type { FoundEncoding, GivenReading, ReadingReport } from './reading.ts';
import type { SourceFile } from './source-file.ts';

interface Numbered {
  /** From 1, in the order of the source, the same each time. */
  readonly number: number;
  /** The first line in the file, from 1; Parquet has none. */
  readonly line?: number;
}

/** A row, or why it could not be read. `text` is the raw text, as far as it is known. */
export type NumberedRow = Numbered &
  ({ readonly row: Row } | { readonly fault: string; readonly text: unknown });

export interface SourceReader {
  readonly rows: AsyncIterable<NumberedRow>;
  /** Share of the source that was read, 0 to 1. */
  progress(): number;
  /** How the source is read, and the notes so far. */
  report(): ReadingReport;
  /** The decimal sign of numbers that are texts. */
  readonly decimal: Decimal;
}

export interface SourceQuestion {
  readonly file: SourceFile;
  /** Columns that the mapping reads; null: all. Parquet reads only these. CSV and Parquet must have them. */
  readonly columns: ReadonlySet<string> | null;
  /** How to read it, as far as the caller says; the rest is found. */
  readonly reading: GivenReading;
  /** As an earlier look at the file found it; else the whole file is read once for it. */
  readonly encoding?: FoundEncoding | undefined;
}
