/**
 * A query that Kysely compiles once for a database, since compiling takes longer than SQLite takes to answer.
 * It is built with placeholders in place of its arguments, which are filled in for each call.
 *
 * An argument that is a list is the list of an `in`. It is filled up to a power of two with its last entry,
 * so that a few statements serve all lengths. It must not be empty.
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

class Placeholder {
  readonly argument: number;
  /** Position in an argument that is a list. */
  readonly entry: number | null;

  constructor(argument: number, entry: number | null) {
    this.argument = argument;
    this.entry = entry;
  }
}

export function compileOnce<Args extends readonly unknown[], Row>(
  build: (db: Kysely<Tables>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Tables>, ...args: Args) => Promise<Row[]> {
  // By adapter, which all handles of a connection share; then by the lengths of the lists.
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, ...args) => {
    const { adapter } = db.getExecutor();
    const ofDatabase = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, ofDatabase);
    const shape = args.map(lengthOf).join();
    const compiled = ofDatabase.get(shape) ?? build(db, ...(args.map(placeholdersFor) as never)).compile();
    ofDatabase.set(shape, compiled);
    const parameters = compiled.parameters.map((parameter) => fillIn(parameter, args));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** null: the argument is no list. */
function lengthOf(argument: unknown): number | null {
  return Array.isArray(argument) ? 2 ** Math.ceil(Math.log2(argument.length)) : null;
}

function placeholdersFor(argument: unknown, position: number): unknown {
  const length = lengthOf(argument);
  if (length === null) return new Placeholder(position, null);
  return Array.from({ length }, (_, entry) => new Placeholder(position, entry));
}

function fillIn(parameter: unknown, args: readonly unknown[]): unknown {
  if (!(parameter instanceof Placeholder)) return parameter;
  const { argument, entry } = parameter;
  if (entry === null) return args[argument];
  const list = args[argument] as readonly unknown[];
  return list[Math.min(entry, list.length - 1)];
}
