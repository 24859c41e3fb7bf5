/** Reads the decisions by which workspaces read texts. */
import { tenantId } from '../../../../contract/brands.ts';
import type { ReadingDecision, ReadingDecisionStore } from '../../reading-decision-store.ts';
import { compileOnce } from '../compile-once.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function readingDecisionStore({ db, write }: SqlStoreParts): ReadingDecisionStore {
  return {
    get: async (tenant, domain) => {
      const [found] = await ofDomain(db, tenant, domain);
      return found === undefined ? null : decode(found);
    },
    list: async (tenant) => (await ofTenant(db, tenant)).map(decode),
    put: (decision) => write('putReadingDecision', decision),
    remove: (tenant, domain) => write('removeReadingDecision', tenant, domain),
  };
}

const ofTenant = compileOnce((db, tenant: string) =>
  db.selectFrom('reading_decisions').selectAll().where('tenant_id', '=', tenant).orderBy('domain'),
);

const ofDomain = compileOnce((db, tenant: string, domain: string) =>
  db.selectFrom('reading_decisions').selectAll().where('tenant_id', '=', tenant).where('domain', '=', domain),
);

function decode(row: Tables['reading_decisions']): ReadingDecision {
  return {
    tenantId: tenantId(row.tenant_id),
    domain: row.domain,
    shippedId: row.shipped_id,
    decision: JSON.parse(row.decision),
    report: JSON.parse(row.report),
    fittedAt: row.fitted_at,
  };
}
