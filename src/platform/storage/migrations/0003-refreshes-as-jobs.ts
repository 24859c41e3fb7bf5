/** Turns pending vector refreshes into jobs of the queue. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tenantId } from '../../../contract/brands.ts';
import { scheduleRefreshes } from '../sql/people/refresh-jobs.ts';
import type { Tables } from '../sql/tables.generated.ts';

interface DueRefreshTable {
  tenant_id: string;
  domain: string;
  user_id: string;
  due_at_ms: number;
}

export const refreshesAsJobs: Migration = {
  async up(db: Kysely<unknown>) {
    const before = db as Kysely<Tables & { due_refreshes: DueRefreshTable }>;
    const at = new Date().toISOString();
    const due = await before.selectFrom('due_refreshes').selectAll().execute();
    await scheduleRefreshes(
      db as Kysely<Tables>,
      due.map((row) => ({
        tenantId: tenantId(row.tenant_id),
        domain: row.domain,
        userId: row.user_id,
        dueAtMs: Number(row.due_at_ms),
        at,
      })),
    );
    await db.schema.dropTable('due_refreshes').execute();
  },
};
