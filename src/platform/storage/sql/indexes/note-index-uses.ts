/** Notes when candidate indexes were asked, in the caller's transaction. */
import { type Kysely, sql } from 'kysely';
import type { IndexUse } from '../../index-use-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

const USES_A_STATEMENT = 200;

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
