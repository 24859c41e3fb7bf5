/** Adds a tenant's own domain, or a new version of it: validates, stores, enables and activates it. */
import type { TenantId } from '../contract/brands.ts';
import { apiError } from '../contract/errors.ts';
import { type DomainDefinition, schemaVersion } from '../domains/definition.ts';
import { parseDefinition } from '../domains/parse-definition.ts';
import { incompatibleChanges } from './definition-compatibility.ts';
import { hasPeople } from './has-people.ts';
import { changesCompleteness, revalidateRows } from './revalidate-rows.ts';
import { enableDomain, findTenant, type TenantParts } from './tenants.ts';

export interface AddedDefinition {
  readonly definition: DomainDefinition;
  /** The version in force before; null for a domain that is new to the tenant. */
  readonly previousVersion: number | null;
  /** Stored rows that became complete or incomplete. */
  readonly revalidatedRows: number;
}

export interface AddOptions {
  /** The version that the caller takes to be in force; null: none. Left out: any. */
  readonly expectedVersion?: number | null;
}

/** Idempotent: the same file again changes nothing, and completes a call that was interrupted. */
export async function addDefinition(
  parts: TenantParts,
  tenant: TenantId,
  source: string,
  fileName: string,
  { expectedVersion }: AddOptions = {},
): Promise<AddedDefinition> {
  const definition = parseDefinition(source, fileName);
  const stored = await findTenant(parts.store.accounts, tenant);
  const inForce = stored.domains.find(({ domain }) => domain === definition.domain);
  const isRepeated = await isStored(parts, tenant, definition, source);
  if (expectedVersion !== undefined && !(isRepeated && inForce?.version === definition.version)) {
    refuseUnexpected(definition.domain, expectedVersion, inForce?.version ?? null);
  }
  if (!isRepeated) await refuseOtherThanNext(parts, tenant, definition);
  const before = inForce && (await parts.catalogue.definition(tenant, definition.domain, inForce.version));
  if (before !== undefined) await refuseIncompatible(parts, tenant, before, definition);
  await store(parts, tenant, definition, source);
  await enableDomain(parts, tenant, definition.domain);
  const mayChangeRows =
    inForce !== undefined && (before === undefined || isRepeated || changesCompleteness(before, definition));
  return {
    definition,
    previousVersion: inForce?.version ?? null,
    revalidatedRows: mayChangeRows ? await revalidateRows(parts.store.profiles, tenant, definition) : 0,
  };
}

function refuseUnexpected(domain: string, expected: number | null, inForce: number | null): void {
  if (expected === inForce) return;
  const named = (version: number | null) =>
    version === null ? 'no version' : schemaVersion({ domain, version });
  throw apiError(
    'conflict',
    `You expected ${named(expected)} of «${domain}» to be in force, and ${named(inForce)} is. Read it, compare, and publish again.`,
    { expected_version: expected, version_in_force: inForce },
  );
}

/** Another process may have stored the same version meanwhile. */
async function store(
  parts: TenantParts,
  tenant: TenantId,
  definition: DomainDefinition,
  source: string,
): Promise<void> {
  const { domain, version } = definition;
  const stored = await parts.store.accounts.putDefinition(tenant, domain, version, source);
  if (stored === 'conflict' && !(await isStored(parts, tenant, definition, source))) {
    throw takenVersion(definition, version);
  }
}

/** Whether this is the newest version already, with exactly the same text. */
async function isStored(
  { store, catalogue }: TenantParts,
  tenant: TenantId,
  { domain, version }: DomainDefinition,
  source: string,
): Promise<boolean> {
  if ((await catalogue.newest(tenant, domain))?.version !== version) return false;
  const own = await store.accounts.definitions(tenant);
  return own.some((one) => one.domain === domain && one.version === version && one.source === source);
}

async function refuseOtherThanNext(
  { catalogue }: TenantParts,
  tenant: TenantId,
  definition: DomainDefinition,
): Promise<void> {
  const newest = await catalogue.newest(tenant, definition.domain);
  if (newest !== undefined && definition.version <= newest.version)
    throw takenVersion(definition, newest.version);
}

function takenVersion({ domain, version }: DomainDefinition, newest: number) {
  return apiError(
    'conflict',
    `The file defines ${schemaVersion({ domain, version })}, and there is ${schemaVersion({ domain, version: newest })} already. Versions are never changed: give the file «version: ${newest + 1}».`,
  );
}

async function refuseIncompatible(
  { store }: TenantParts,
  tenant: TenantId,
  before: DomainDefinition,
  definition: DomainDefinition,
): Promise<void> {
  const changes = incompatibleChanges(before, definition);
  if (changes.length === 0 || !(await hasPeople(store.profiles, tenant, definition.domain))) return;
  throw apiError(
    'conflict',
    `${schemaVersion(definition)} takes away or retypes what stored people have: ${changes.join('; ')}. Keep these fields as they were, or give the domain another name and import the people there (counterpart export-users, then import).`,
    { changes },
  );
}
