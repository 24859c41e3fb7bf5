/** How a change of the store becomes entries of the audit log. */
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../../../contract/audit-actions.ts';
import type { TenantId } from '../../../../contract/brands.ts';
import type { NewAuditEntry } from '../../audit-store.ts';
import { SHARED_OWNER } from '../../learning-store.ts';
import { OPERATOR_OWNER } from '../../scopes.ts';
import type { Tables } from '../tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever its arguments.
type AnyOperation = (db: Kysely<Tables>, ...args: any[]) => Promise<unknown>;
type ArgumentsOf<Operation extends AnyOperation> =
  Parameters<Operation> extends [unknown, ...infer Arguments] ? Arguments : never;

export interface Audited<Operation extends AnyOperation, Earlier = undefined> {
  /** Reads, before the change, the data that its entries need. */
  readonly before?: (db: Kysely<Tables>, ...args: ArgumentsOf<Operation>) => Promise<Earlier>;
  /** No entries where the change did nothing: a taken name, an unknown id. */
  readonly entries: (
    db: Kysely<Tables>,
    did: {
      readonly args: ArgumentsOf<Operation>;
      readonly result: Awaited<ReturnType<Operation>>;
      readonly earlier: Earlier;
    },
  ) => Promise<readonly NewAuditEntry[]>;
}

export type Target = readonly [kind: string, id: string];

export function entry(
  owner: TenantId,
  action: AuditAction,
  target: Target | null,
  details: NewAuditEntry['details'] = {},
): NewAuditEntry {
  const named = target === null ? null : { kind: target[0], id: target[1] };
  // The tiers that all tenants share belong to none.
  const tenantId = owner === SHARED_OWNER ? OPERATOR_OWNER : owner;
  return { tenantId, action, target: named, person: null, details, result: 'done' };
}

export const when = (isDone: boolean, ...entries: readonly NewAuditEntry[]) => (isDone ? entries : []);
