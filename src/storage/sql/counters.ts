/**
 * Numbers that only grow. Each is a row, and is raised in the transaction of the change that it counts.
 *
 * The row stays locked until that transaction ends. So sequences become visible in order and without gaps,
 * and a follower that has read up to n has missed nothing before n. A sequence of the database does not
 * guarantee that.
 */
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { CounterTable, Tables } from './tables.ts';

/** Raises the counter by `count` and returns its new value. */
export async function raiseCounter(
  db: Kysely<Tables>,
  name: CounterTable['name'],
  count: number,
): Promise<number> {
  const raised = await db
    .updateTable('counters')
    .set({ value: sql<number>`value + ${count}` })
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(raised.value);
}

/**
 * Every request reads counters first, so each read is compiled once: compiling takes Kysely longer than
 * SQLite takes to answer.
 */
const questions = new WeakMap<Kysely<Tables>, Map<string, CompiledQuery<Pick<CounterTable, 'value'>>>>();

export async function readCounter(db: Kysely<Tables>, name: CounterTable['name']): Promise<number> {
  const compiled = questions.get(db) ?? new Map<string, CompiledQuery<Pick<CounterTable, 'value'>>>();
  questions.set(db, compiled);
  const question =
    compiled.get(name) ?? db.selectFrom('counters').select('value').where('name', '=', name).compile();
  compiled.set(name, question);
  const { rows } = await db.executeQuery(question);
  if (rows[0] === undefined) throw new Error(`there is no counter ${name}`);
  return Number(rows[0].value);
}
