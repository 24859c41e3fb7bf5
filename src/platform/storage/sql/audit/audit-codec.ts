/** Entries of the audit log as rows, and the hashes that chain them. */
import { createHash } from 'node:crypto';
import type { AuditAction, AuditActorKind, AuditResult } from '../../../../contract/audit-actions.ts';
import { tenantId } from '../../../../contract/brands.ts';
import type { AuditEntry } from '../../audit-store.ts';
import type { Tables } from '../tables.generated.ts';

type Columns = Omit<Tables['audit_entries'], 'hash'>;

/** The hash before the first entry of a chain. */
export const NO_HASH = '0'.repeat(64);

export function columnsOf(entry: Omit<AuditEntry, 'hash'>): Columns {
  const { actor, target } = entry;
  return {
    tenant_id: entry.tenantId,
    number: entry.number,
    entry_id: entry.entryId,
    at: entry.at,
    action: entry.action,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    address: entry.address,
    request_id: entry.requestId,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    person: entry.person,
    details: JSON.stringify(entry.details),
    result: entry.result,
  };
}

/**
 * SHA-256, hex, of a JSON array: the hash of the entry before, then name and value of each column, by name.
 */
export function hashOf(previous: string, columns: Columns): string {
  const byName = Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([previous, ...byName]))
    .digest('hex');
}

export function decodeEntry(row: Tables['audit_entries']): AuditEntry {
  return {
    tenantId: tenantId(row.tenant_id),
    number: Number(row.number),
    entryId: row.entry_id,
    at: row.at,
    action: row.action as AuditAction,
    actor: { kind: row.actor_kind as AuditActorKind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    requestId: row.request_id,
    target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id! },
    person: row.person,
    details: JSON.parse(row.details),
    result: row.result as AuditResult,
    hash: row.hash,
  };
}
