/**
 * What passes between the store and the thread that reads. Rows go as columns, and the bytes of all of them in one buffer
 * that changes hands: 200 people with their sentence vectors are one object to take over, not a thousand.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type ToReader =
  | {
      readonly kind: 'read';
      readonly id: number;
      readonly sql: string;
      readonly parameters: readonly SQLInputValue[];
    }
  | { readonly kind: 'close' };

export type FromReader =
  | { readonly id: number; readonly ok: true; readonly rows: PackedRows }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly errcode: number | undefined;
    };

export type Row = Readonly<Record<string, SQLOutputValue>>;

interface PackedRows {
  readonly count: number;
  readonly names: readonly string[];
  /** By column and row; in place of bytes, where they stand. */
  readonly columns: readonly (readonly (Exclude<SQLOutputValue, Uint8Array> | Bytes)[])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** [from, to) in `bytes`. */
type Bytes = readonly [from: number, to: number];

/** Every row has the columns of the first. */
export function packRows(rows: readonly Row[]): PackedRows {
  const names = Object.keys(rows[0] ?? {});
  const size = (value: SQLOutputValue) => (value instanceof Uint8Array ? value.byteLength : 0);
  const bytes = new Uint8Array(
    rows.reduce((sum, row) => sum + names.reduce((all, name) => all + size(row[name]!), 0), 0),
  );
  let end = 0;
  const columns = names.map((name) =>
    rows.map((row) => {
      const value = row[name]!;
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
