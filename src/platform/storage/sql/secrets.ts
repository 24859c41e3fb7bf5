/** Secrets that all processes on one store share. The first reader creates one. */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

export async function findSecret(db: Kysely<Tables>, name: string): Promise<Uint8Array | null> {
  const stored = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return stored === undefined ? null : new Uint8Array(stored.value);
}

/** Returns the stored secret: `value`, or an earlier one. */
export async function keepSecret(db: Kysely<Tables>, name: string, value: Uint8Array): Promise<Uint8Array> {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSecret(db, name))!;
}
