/** Writes the decisions by which workspaces read texts. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ReadingDecision } from '../../reading-decision-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function putReadingDecision(
  db: Kysely<Tables>,
  { tenantId: tenant, domain, shippedId, decision, report, fittedAt }: ReadingDecision,
): Promise<void> {
  const values = {
    shipped_id: shippedId,
    decision: JSON.stringify(decision),
    report: JSON.stringify(report),
    fitted_at: fittedAt,
  };
  await db
    .insertInto('reading_decisions')
    .values({ tenant_id: tenant, domain, ...values })
    .onConflict((row) => row.columns(['tenant_id', 'domain']).doUpdateSet(values))
    .execute();
}

export async function removeReadingDecision(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('reading_decisions')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .returning('domain')
    .execute();
  return removed.length > 0;
}
