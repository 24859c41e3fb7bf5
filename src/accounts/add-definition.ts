/** Adds a tenant's own domain, or a new version of it: validates, stores, enables and activates it. */
import type { TenantId } from '../contract/brands.ts';
import { apiError } from '../contract/errors.ts';
import { type DomainDefinition, schemaVersion } from '../domains/definition.ts';
import { parseDefinition } from '../domains/parse-definition.ts';
import { incompatibleChanges } from './definition-compatibility.ts';
import { revalidateRows } from './revalidate-rows.ts';
import { enableDomain, findTenant, type TenantParts } from './tenants.ts';

export interface AddedDefinition {
  readonly definition: DomainDefinition;
  /** The version in force before; null for a domain that is new to the tenant. */
  readonly previousVersion: number | null;
  /** Stored rows that became complete or incomplete. */
  readonly revalidatedRows: number;
}

/** Idempotent: the same file again changes nothing, and completes a call that was interrupted. */
export async function addDefinition(
  parts: TenantParts,
  tenant: TenantId,
  yamlSource: string,
  fileName: string,
): Promise<AddedDefinition> {
  const definition = parseDefinition(yamlSource, fileName);
  const stored = await findTenant(parts.store.accounts, tenant);
  const inForce = stored.domains.find(({ domain }) => domain === definition.domain);
  await refuseOtherThanNext(parts, tenant, definition, yamlSource);
  if (inForce !== undefined) await refuseIncompatible(parts, tenant, inForce.version, definition);
  await parts.store.accounts.putDefinition(tenant, definition.domain, definition.version, yamlSource);
  await enableDomain(parts, tenant, definition.domain);
  return {
    definition,
    previousVersion: inForce?.version ?? null,
    revalidatedRows:
      inForce === undefined ? 0 : await revalidateRows(parts.store.profiles, tenant, definition),
  };
}

/** An existing version is accepted again only with exactly the same text. */
async function refuseOtherThanNext(
  { store, catalogue }: TenantParts,
  tenant: TenantId,
  { domain, version }: DomainDefinition,
  yamlSource: string,
): Promise<void> {
  const newest = await catalogue.newest(tenant, domain);
  if (newest === undefined || version > newest.version) return;
  const own = await store.accounts.definitions(tenant);
  const same = own.find((one) => one.domain === domain && one.version === version);
  if (same?.source === yamlSource && version === newest.version) return;
  throw apiError(
    'conflict',
    `The file defines ${schemaVersion({ domain, version })}, and there is ${schemaVersion(newest)} already. Versions are never changed: give the file «version: ${newest.version + 1}».`,
  );
}

async function refuseIncompatible(
  { store, catalogue }: TenantParts,
  tenant: TenantId,
  versionInForce: number,
  definition: DomainDefinition,
): Promise<void> {
  if ((await store.profiles.count(tenant, definition.domain)) === 0) return;
  const before = await catalogue.definition(tenant, definition.domain, versionInForce);
  const changes = before === undefined ? [] : incompatibleChanges(before, definition);
  if (changes.length === 0) return;
  throw apiError(
    'conflict',
    `${schemaVersion(definition)} takes away or retypes what stored people have: ${changes.join('; ')}. Keep these fields as they were, or give the domain another name and import the people there (counterpart export-users, then import).`,
    { changes },
  );
}
