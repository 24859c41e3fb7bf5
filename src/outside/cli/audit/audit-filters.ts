/** The options that choose entries of the audit log. */
import { type Command, InvalidArgumentError } from 'commander';
import { type AuditAction, auditActions } from '../../../contract/audit-actions.ts';
import type { TenantId } from '../../../contract/brands.ts';
import type { AuditFilters } from '../../../platform/storage/audit-store.ts';
import { OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import type { Accounts } from '../../accounts/create-accounts.ts';
import type { StoreAndAccounts } from '../cli-actions.ts';
import { moment } from '../options.ts';
import { UsageError } from '../usage-error.ts';

export interface AuditOptions {
  readonly tenant?: string;
  readonly action?: AuditAction;
  readonly actor?: string;
  readonly person?: string;
  readonly from?: string;
  readonly to?: string;
}

export const TENANT_HELP = 'only of this tenant; «operator»: only what belongs to no tenant';

export function withAuditFilters(command: Command): Command {
  return command
    .option('--tenant <name>', TENANT_HELP)
    .option('--action <name>', `only this one: ${auditActions.join(', ')}`, auditAction)
    .option('--actor <id>', 'only changes by this key (key_…) or command («keys create»)')
    .option('--person <id>', 'only the erasure of this person; goes with --tenant')
    .option('--from <time>', 'only at or after this date or time', moment)
    .option('--to <time>', 'only before this date or time', moment);
}

export async function auditFilters(
  { store, accounts }: Pick<StoreAndAccounts, 'store' | 'accounts'>,
  { tenant, person, action, actor, from, to }: AuditOptions,
): Promise<AuditFilters> {
  const tenantId = tenant === undefined ? null : await ownerNamed(accounts, tenant);
  if (person !== undefined && tenantId === null)
    throw new UsageError('--person goes with --tenant: people belong to a tenant.');
  return {
    tenantId,
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor }),
    ...(person !== undefined && { person: (await store.people.marks(tenantId!, [person]))[0]! }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

export async function ownerNamed(accounts: Pick<Accounts, 'findTenant'>, name: string): Promise<TenantId> {
  return name === OPERATOR_OWNER ? OPERATOR_OWNER : (await accounts.findTenant(name)).tenantId;
}

/** Names of tenants by their id, read once. */
export async function tenantNames(
  accounts: Pick<Accounts, 'listTenants'>,
): Promise<(tenant: string) => Promise<string | null>> {
  const names = new Map((await accounts.listTenants()).map(({ tenantId, name }) => [String(tenantId), name]));
  return async (tenant) => names.get(tenant) ?? null;
}

function auditAction(value: string): AuditAction {
  const action = auditActions.find((each) => each === value);
  if (action === undefined) throw new InvalidArgumentError(`Expected one of ${auditActions.join(', ')}.`);
  return action;
}
