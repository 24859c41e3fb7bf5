/** Reads of the audit log. */
import type { Kysely } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import { actingNow } from '../../acting.ts';
import type { AuditChain, AuditFilters, AuditStore } from '../../audit-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeEntry } from './audit-codec.ts';

export function auditStore({ db, readers, write }: SqlStoreParts): AuditStore {
  return {
    note: (entry) => write('appendAudit', actingNow(), [entry]),
    page: async (filters, { before, limit }) => {
      const rows = await filtered(readers, filters)
        .$if(before !== null, (query) => query.where('entry_id', '<', before!))
        .orderBy('entry_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(decodeEntry);
    },
    scan: (filters, pageSize) => scan(readers, filters, pageSize),
    chains: async () =>
      (await db.selectFrom('audit_chains').selectAll().orderBy('tenant_id').execute()).map(decodeChain),
    entriesAfter: async (tenant, number, limit) => {
      const rows = await readers
        .selectFrom('audit_entries')
        .selectAll()
        .where('tenant_id', '=', tenant)
        .where('number', '>', number)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map(decodeEntry);
    },
    forgetBefore: (tenant, before, limit) => write('forgetAudit', tenant, before, limit),
  };
}

async function* scan(db: Kysely<Tables>, filters: AuditFilters, pageSize: number) {
  for (let after = ''; ; ) {
    const rows = await filtered(db, filters)
      .where('entry_id', '>', after)
      .orderBy('entry_id')
      .limit(pageSize)
      .execute();
    if (rows.length > 0) yield rows.map(decodeEntry);
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.entry_id;
  }
}

function filtered(db: Kysely<Tables>, { tenantId: tenant, ...filters }: AuditFilters) {
  const { action, actor, person, from, to } = filters;
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor!))
    .$if(person !== undefined, (query) => query.where('person', '=', person!))
    .$if(from !== undefined, (query) => query.where('at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('at', '<', to!));
}

function decodeChain(row: Tables['audit_chains']): AuditChain {
  return {
    tenantId: tenantId(row.tenant_id),
    number: Number(row.number),
    hash: row.hash,
    anchorNumber: Number(row.anchor_number),
    anchorHash: row.anchor_hash,
  };
}
