/** One end of a copy between databases: tables read in the order of their keys, and filled. */
type Value = string | number | null | Uint8Array;
/** In the order of the columns. */
export type Row = readonly Value[];

export interface CopyTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Positions of the columns of the primary key. */
  readonly key: readonly number[];
}

/** Rows after `from` (null: from the first), up to and with `to` (null: to the last). */
export interface KeyRange {
  readonly from: Row | null;
  readonly to: Row | null;
}

export interface CopySide {
  /** For messages; without a password. */
  readonly name: string;
  /** By name; tables with foreign keys after the others, which they refer to. */
  tables(): Promise<readonly CopyTable[]>;
  /** At most `limit` rows, in the order of the key. */
  read(table: CopyTable, range: KeyRange, limit: number): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface CopySource extends CopySide {
  /** Names of the migrations that the database still needs. */
  pending(): Promise<readonly string[]>;
  /** Until the side is closed, nothing changes the database; reads go on. */
  pauseWrites(): Promise<void>;
}

export interface CopyTarget extends CopySide {
  /** Replaces the rows of the range, in one transaction. */
  replace(table: CopyTable, range: KeyRange, rows: readonly Row[]): Promise<void>;
  /** From now on the database may be opened. */
  finish(): Promise<void>;
}

export function keyOf({ key }: CopyTable, row: Row): Row {
  return key.map((position) => row[position]!);
}

/** The condition of a range, with a parameter for each value. */
export function whereOf(
  { columns, key }: CopyTable,
  { from, to }: KeyRange,
  parameter: (position: number) => string,
): { readonly sql: string; readonly values: Row } {
  const names = `(${key.map((position) => `"${columns[position]}"`).join(', ')})`;
  const values: Value[] = [];
  const row = (row: Row) => `(${row.map((value) => parameter(values.push(value))).join(', ')})`;
  const conditions = [
    ...(from === null ? [] : [`${names} > ${row(from)}`]),
    ...(to === null ? [] : [`${names} <= ${row(to)}`]),
  ];
  return { sql: conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`, values };
}

export const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
export const orderOf = ({ columns, key }: CopyTable) =>
  ` order by ${quoted(key.map((position) => columns[position]!))}`;
