/**
 * What passes between the store and the thread that reads. Rows go as columns, and the bytes of all of them in one buffer
 * that changes hands: 200 people with their sentence vectors are one object to take over, not a thousand.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export interface ReadRequest {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export type Row = Readonly<Record<string, SQLOutputValue>>;
/** Of a row, in the order of its columns. */
export type Values = readonly SQLOutputValue[];

export interface PackedRows {
  readonly count: number;
  readonly names: readonly string[];
  /** By column and row; in place of bytes, where they stand. */
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

/** Bytes are views of one buffer. */
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
