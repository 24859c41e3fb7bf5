/** Carries out a change, and appends its entries to the audit log in the same transaction. */
import type { Kysely } from 'kysely';
import type { AuditOrigin } from '../../audit-store.ts';
import type { Tables } from '../tables.ts';
import { appendAudit } from './append-audit.ts';
import { type AuditedName, auditedChanges } from './audited-changes.ts';

export interface RecordedChange {
  readonly name: AuditedName;
  readonly args: readonly unknown[];
}

type Operation = (db: Kysely<Tables>, ...args: readonly unknown[]) => Promise<unknown>;

export async function recordChange(
  db: Kysely<Tables>,
  origin: AuditOrigin,
  { name, args }: RecordedChange,
  operations: Readonly<Record<AuditedName, unknown>>,
): Promise<unknown> {
  const { before, entries } = auditedChanges[name] as {
    readonly before?: Operation;
    readonly entries: (db: Kysely<Tables>, did: object) => ReturnType<AnyEntries>;
  };
  const earlier = await before?.(db, ...args);
  const result = await (operations[name] as Operation)(db, ...args);
  await appendAudit(db, origin, await entries(db, { args, result, earlier }));
  return result;
}

type AnyEntries = (typeof auditedChanges)[AuditedName]['entries'];
