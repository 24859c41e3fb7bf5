/** Every row of every table, as text, by table: to test that a call changes nothing. */
import type { DatabaseSync } from 'node:sqlite';

export function allRows(database: DatabaseSync): readonly (readonly [table: string, rows: string])[] {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  return tables.map(
    (name) => [name, JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all())] as const,
  );
}
