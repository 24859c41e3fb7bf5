/**
 * Inserts of many rows whose SQL is made once for each number of rows. Kysely builds a tree of every value and writes it
 * out again, which for a profile of 16 columns takes longer than SQLite takes to insert it; so a statement is written
 * by Kysely once, and later rows only give their values. Numbers of rows are powers of two, so that few statements do.
 */
import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** 16 columns each stay far below every database's limit on parameters. */
const MOST_ROWS = 64;

interface Statement {
  readonly sql: string;
  /** Parameters behind those of the rows. */
  readonly others: readonly unknown[];
}

type BuildInsert<Row> = (db: Kysely<Tables>, rows: Row[]) => Compilable;

/** Inserts rows in their order, with what `build` adds to the insert; gives what the statements return. */
export function rowInserter<Row extends object, Returned = never>(
  columns: readonly (keyof Row & string)[],
  build: BuildInsert<Row>,
): (db: Kysely<Tables>, rows: readonly Row[]) => Promise<readonly Returned[]> {
  const known = new WeakMap<Kysely<Tables>, Map<number, Statement>>();

  function statementFor(db: Kysely<Tables>, rows: readonly Row[]): Statement {
    const ofDatabase = known.get(db) ?? new Map<number, Statement>();
    known.set(db, ofDatabase);
    const found = ofDatabase.get(rows.length);
    if (found !== undefined) return found;
    const { sql, parameters } = build(
      db,
      rows.map((row) => inOrder(row, columns)),
    ).compile();
    const statement = { sql, others: parameters.slice(rows.length * columns.length) };
    ofDatabase.set(rows.length, statement);
    return statement;
  }

  return async (db, rows) => {
    const returned: Returned[] = [];
    for (let start = 0; start < rows.length; ) {
      const size = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(rows.length - start)));
      const chunk = rows.slice(start, start + size);
      const { sql, others } = statementFor(db, chunk);
      const values: unknown[] = [];
      for (const row of chunk) for (const column of columns) values.push(row[column]);
      values.push(...others);
      const result = await db.executeQuery<Returned>(CompiledQuery.raw(sql, values));
      returned.push(...result.rows);
      start += size;
    }
    return returned;
  };
}

/** Kysely takes columns in the order of the first row's keys. */
function inOrder<Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row;
}
