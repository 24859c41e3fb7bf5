/**
 * Numbers that only grow. Each is a row, and is raised in the transaction of the change that it counts.
 *
 * The row stays locked until that transaction ends. So sequences become visible in order and without gaps,
 * and a follower that has read up to n has missed nothing before n. A sequence of the database does not
 * guarantee that.
 */
import { type Kysely, sql } from 'kysely';
import { compileOnce } from './compile-once.ts';
import type { Tables } from './tables.generated.ts';

/** Raises the counter by `count` and returns its new value. */
export async function raiseCounter(
  db: Kysely<Tables>,
  name: Tables['counters']['name'],
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

/** Every request reads counters first. */
const counterNamed = compileOnce((db, name: Tables['counters']['name']) =>
  db.selectFrom('counters').select('value').where('name', '=', name),
);

export async function readCounter(db: Kysely<Tables>, name: Tables['counters']['name']): Promise<number> {
  const [counter] = await counterNamed(db, name);
  if (counter === undefined) throw new Error(`there is no counter ${name}`);
  return Number(counter.value);
}
