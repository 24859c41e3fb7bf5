/**
 * Numbers that only grow, kept in rows of their own and raised in the transaction of the change that they count.
 * The row is locked until that transaction ends: so sequences become visible in their order, without gaps, and a
 * follower that has read up to n has missed nothing before n (a database's own sequence does not promise that).
 */
import { type Kysely, sql } from 'kysely';
import type { CounterTable, Tables } from './tables.ts';

/** Raises the counter by `count` and gives its new value. */
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

export async function readCounter(db: Kysely<Tables>, name: CounterTable['name']): Promise<number> {
  const counter = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Number(counter.value);
}
