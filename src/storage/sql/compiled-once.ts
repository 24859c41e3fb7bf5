/**
 * Reads that requests repeat, compiled once for each number of listed values: compiling takes Kysely longer than SQLite
 * takes to answer.
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads with longer lists are compiled each time. */
const LONGEST_KEPT = 64;

/**
 * `build` makes the query for a number of listed values. Its own values do not matter: each call gives all parameters,
 * in the order of the text.
 */
export function compiledOnce<Row>(
  build: (db: Kysely<Tables>, listed: readonly string[]) => Compilable<Row>,
): (db: Kysely<Tables>, listed: number, parameters: readonly unknown[]) => Promise<readonly Row[]> {
  // By adapter, which all handles of a connection share.
  const known = new WeakMap<object, Map<number, CompiledQuery<Row>>>();

  function compiledFor(db: Kysely<Tables>, listed: number): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const ofDatabase = known.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    known.set(adapter, ofDatabase);
    const found = ofDatabase.get(listed);
    if (found !== undefined) return found;
    const compiled = build(db, new Array<string>(listed).fill('')).compile();
    if (listed <= LONGEST_KEPT) ofDatabase.set(listed, compiled);
    return compiled;
  }

  return async (db, listed, parameters) => {
    const compiled = compiledFor(db, listed);
    if (compiled.parameters.length !== parameters.length) {
      throw new Error(`a query takes ${compiled.parameters.length} parameters, not ${parameters.length}`);
    }
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
