/** What every source of an import gives, whatever its format. */
import type { Row } from './source-row.ts';

/** A row, or why it is none; `text` is what stood there, as far as it can be told. */
export type NumberedRow =
  | { readonly number: number; readonly row: Row }
  | { readonly number: number; readonly fault: string; readonly text: unknown };

export interface SourceReader {
  /** Rows behind `after`, in order. */
  readonly rows: AsyncIterable<NumberedRow>;
  /** Share of the source that was read, 0 to 1. */
  progress(): number;
}

export interface SourceQuestion {
  readonly file: string;
  /** Rows up to this number were dealt with before; 0: none. */
  readonly after: number;
  /** Columns that the mapping reads: Parquet reads no others, and CSV and Parquet must have them. null: all. */
  readonly columns: ReadonlySet<string> | null;
}
