/** When candidate indexes were last used. */
import { type Kysely, sql } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { IndexUse, IndexUseStore } from '../../index-use-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

const USES_A_STATEMENT = 200;

export function indexUseStore({ db, write }: SqlStoreParts): IndexUseStore {
  return {
    note: async (uses, forgetBeforeMs) =>
      uses.length === 0 ? undefined : write('noteIndexUses', uses, forgetBeforeMs),
    since: async (ms, limit) => {
      const rows = await db
        .selectFrom('index_uses')
        .selectAll()
        .where('used_ms', '>=', ms)
        .orderBy('used_ms', 'desc')
        .orderBy('tenant_id')
        .orderBy('domain')
        .limit(limit)
        .execute();
      return rows.map(({ tenant_id, domain, used_ms }) => ({
        tenant: tenantId(tenant_id),
        domain,
        usedMs: Number(used_ms),
      }));
    },
  };
}

/** In the caller's transaction. */
export async function noteIndexUses(
  db: Kysely<Tables>,
  uses: readonly IndexUse[],
  forgetBeforeMs: number,
): Promise<void> {
  const rows = uses.map(({ tenant, domain, usedMs }) => ({ tenant_id: tenant, domain, used_ms: usedMs }));
  const keyOf = ({ tenant_id, domain }: (typeof rows)[number]) => `${tenant_id} ${domain}`;
  // In one order, so that two servers never wait for each other.
  for (const chunk of inChunks(
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    USES_A_STATEMENT,
  ))
    await db
      .insertInto('index_uses')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'domain']).doUpdateSet({
          used_ms: sql<number>`case when excluded.used_ms > index_uses.used_ms then excluded.used_ms else index_uses.used_ms end`,
        }),
      )
      .execute();
  await db.deleteFrom('index_uses').where('used_ms', '<', forgetBeforeMs).execute();
}
