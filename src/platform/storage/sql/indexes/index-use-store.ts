/** Reads when candidate indexes were last asked. */
import { tenantId } from '../../../../contract/brands.ts';
import type { IndexUseStore } from '../../index-use-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';

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
