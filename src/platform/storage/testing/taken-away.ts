/**
 * Finds the changes of tables that break the version before, which reads and writes the tables as they were.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';

interface Shape {
  /** `table.column`: its type, whether it may be null, and whether a row may leave it out. */
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly mayBeLeftOut: boolean }>;
  readonly tables: ReadonlySet<string>;
  /** `table name` of unique indexes. */
  readonly unique: ReadonlySet<string>;
}

export async function shapeOf(db: Kysely<never>): Promise<Shape> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap((table) =>
    table.columns.map((column) => {
      const { dataType, isNullable, hasDefaultValue, isAutoIncrementing } = column;
      const type = `${dataType}${isNullable ? '' : ' not null'}`.toLowerCase();
      const mayBeLeftOut = isNullable || hasDefaultValue || isAutoIncrementing;
      return [`${table.name}.${column.name}`, { type, mayBeLeftOut }] as const;
    }),
  );
  const statement =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`select tablename as "table", indexname as name from pg_indexes
          where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'`
      : sql`select tbl_name as "table", name from sqlite_schema
          where type = 'index' and (sql is null or sql like 'create unique%')`;
  const { rows } = await statement.execute(db);
  return {
    columns: new Map(columns),
    tables: new Set(tables.map(({ name }) => name)),
    unique: new Set((rows as { table: string; name: string }[]).map((row) => `${row.table} ${row.name}`)),
  };
}

/** A sentence for each change that the version before would stumble over. */
export function takenAway(before: Shape, after: Shape): readonly string[] {
  const faults: string[] = [];
  for (const table of before.tables) if (!after.tables.has(table)) faults.push(`${table} is gone`);
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) faults.push(`${name} is gone`);
    else if (now.type !== type) faults.push(`${name} was ${type}, and is ${now.type}`);
  }
  const isOld = (table: string) => before.tables.has(table);
  for (const [name, { mayBeLeftOut }] of after.columns) {
    if (before.columns.has(name) || !isOld(name.split('.')[0]!)) continue;
    if (!mayBeLeftOut) faults.push(`${name} is new, and rows without it are refused`);
  }
  for (const index of after.unique) {
    if (!before.unique.has(index) && isOld(index.split(' ')[0]!))
      faults.push(`${index} is new, and refuses rows that were fine`);
  }
  return faults;
}
