/** Blocked ids (`storage/block-store.ts`), read and changed in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { markOf, markSecret, personMark } from './person-mark.ts';

const IDS_A_STATEMENT = 500;

export async function blockedAmong(
  db: Kysely<Tables>,
  tenant: TenantId,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const blocked = new Set<string>();
  if (userIds.length === 0 || !(await hasBlocks(db, tenant))) return blocked;
  const secret = await markSecret(db);
  for (const chunk of inChunks([...new Set(userIds)], IDS_A_STATEMENT)) {
    const byMark = new Map(chunk.map((userId) => [markOf(secret, tenant, userId), userId]));
    const found = await db
      .selectFrom('blocked_people')
      .select('person')
      .where('tenant_id', '=', tenant)
      .where('person', 'in', [...byMark.keys()])
      .execute();
    for (const { person } of found) blocked.add(byMark.get(person)!);
  }
  return blocked;
}

async function hasBlocks(db: Kysely<Tables>, tenant: TenantId): Promise<boolean> {
  const first = await db
    .selectFrom('blocked_people')
    .select('person')
    .where('tenant_id', '=', tenant)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

/** `person`: the mark of the id. `nowMs`: epoch ms. */
export async function blockPerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  person: string,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('blocked_people')
    .values({ tenant_id: tenant, person, blocked_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function liftBlock(db: Kysely<Tables>, tenant: TenantId, userId: string): Promise<boolean> {
  const lifted = await db
    .deleteFrom('blocked_people')
    .where('tenant_id', '=', tenant)
    .where('person', '=', await personMark(db, tenant, userId))
    .returning('person')
    .execute();
  return lifted.length > 0;
}
