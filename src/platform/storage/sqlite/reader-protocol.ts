/**
 * The messages between the store and its reading threads. Rows travel as columns, with all their bytes in one
 * transferred buffer. So a reply is one object to receive, however many rows and vectors it has.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export interface ReadRequest {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export type Row = Readonly<Record<string, SQLOutputValue>>;
/** A row's values, in the order of the columns. */
export type Values = readonly SQLOutputValue[];

export interface PackedRows {
  readonly count: number;
  readonly names: readonly string[];
  /** By column and row. Bytes are replaced by their range in `bytes`. */
  readonly columns: readonly (readonly (Exclude<SQLOutputValue, Uint8Array> | Bytes)[])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** [from, to) in `bytes`. */
type Bytes = readonly [from: number, to: number];

export function packRows(names: readonly string[], rows: readonly Values[]): PackedRows {
  let size = 0;
  for (const row of rows) for (const value of row) if (value instanceof Uint8Array) size += value.byteLength;
  const bytes = new Uint8Array(size);
  let end = 0;
  const columns = names.map((_, column) =>
    rows.map((row) => {
      const value = row[column]!;
      if (!(value instanceof Uint8Array)) return value;
      bytes.set(value, end);
      end += value.byteLength;
      return [end - value.byteLength, end] as const;
    }),
  );
  return { count: rows.length, names, columns, bytes };
}

/** The bytes of the rows are views of one buffer. */
export function unpackRows({ count, names, columns, bytes }: PackedRows): Row[] {
  const rows: Record<string, SQLOutputValue>[] = Array.from({ length: count }, () => ({}));
  names.forEach((name, column) => {
    const values = columns[column]!;
    for (let row = 0; row < count; row++) {
      const value = values[row]!;
      rows[row]![name] = Array.isArray(value)
        ? bytes.subarray(value[0], value[1])
        : (value as SQLOutputValue);
    }
  });
  return rows;
}
