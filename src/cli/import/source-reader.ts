/** The interface of every source of an import. */
import type { Row } from './source-row.ts';

/** A row, or why it could not be read. `text` is the raw text, as far as it is known. */
export type NumberedRow =
  | { readonly number: number; readonly row: Row }
  | { readonly number: number; readonly fault: string; readonly text: unknown };

export interface SourceReader {
  /** The rows after `after`, in order. */
  readonly rows: AsyncIterable<NumberedRow>;
  /** Share of the source that was read, 0 to 1. */
  progress(): number;
}

export interface SourceQuestion {
  readonly file: string;
  /** Rows up to this number were done before; 0: none. */
  readonly after: number;
  /** Columns that the mapping reads; null: all. Parquet reads only these. CSV and Parquet must have them. */
  readonly columns: ReadonlySet<string> | null;
}
