/**
 * Inserts of many rows with cached SQL: one compiled statement for each number of rows. The numbers are
 * powers of two, so that there are few statements. Why they are cached:
 * docs/design/decisions/store-choices.md.
 */
import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** At 16 columns a row this stays far below every database's limit on parameters. */
const MOST_ROWS = 64;

interface Statement {
  readonly sql: string;
  /** Parameters after those of the rows. */
  readonly others: readonly unknown[];
}

type BuildInsert<Row> = (db: Kysely<Tables>, rows: Row[]) => Compilable;

/** Inserts rows in order, with the clauses that `build` adds. Returns the results of the statements. */
export function rowInserter<Row extends object, Returned = never>(
  columns: readonly (keyof Row & string)[],
  build: BuildInsert<Row>,
): (db: Kysely<Tables>, rows: readonly Row[]) => Promise<readonly Returned[]> {
  // By adapter, which all handles of a connection share.
  const known = new WeakMap<object, Map<number, Statement>>();

  function statementFor(db: Kysely<Tables>, rows: readonly Row[]): Statement {
    const { adapter } = db.getExecutor();
    const ofDatabase = known.get(adapter) ?? new Map<number, Statement>();
    known.set(adapter, ofDatabase);
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

/** Kysely takes the column order from the keys of the first row. */
function inOrder<Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row;
}
