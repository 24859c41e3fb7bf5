/** Adds a tenant's own domain, or a new version of it: validates, stores, enables and activates it. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import { parseDefinition } from '../../domains/parse-definition.ts';
import type { Tenant, TenantDomain } from '../../platform/storage/store.ts';
import { hasPeople } from './has-people.ts';
import { incompatibleChanges } from './incompatible-changes.ts';
import { changesCompleteness, revalidateRows } from './revalidate-rows.ts';
import { changeTenant, type TenantParts, withEnabled } from './tenants.ts';

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

/** Idempotent: the same file again changes nothing, and completes an interrupted check of stored rows. */
export async function addDefinition(
  parts: TenantParts,
  tenant: TenantId,
  source: string,
  fileName: string,
  { expectedVersion }: AddOptions = {},
): Promise<AddedDefinition> {
  const definition = parseDefinition(source, fileName);
  let seen: Seen | undefined;
  await changeTenant(
    parts.store.accounts,
    tenant,
    async (stored) => {
      seen = await readState(parts, stored, definition, source);
      await refuse(parts, tenant, seen, definition, expectedVersion);
      return withVersionInForce(stored, definition);
    },
    (changed, stored) => publish(parts, definition, source, changed, stored),
  );
  const { inForce, before, isRepeated } = seen!;
  const mayChangeRows =
    inForce !== undefined && (before === undefined || isRepeated || changesCompleteness(before, definition));
  return {
    definition,
    previousVersion: inForce?.version ?? null,
    revalidatedRows: mayChangeRows ? await revalidateRows(parts.store.profiles, tenant, definition) : 0,
  };
}

/** The state of the domain before the definition is added. */
interface Seen {
  readonly inForce: TenantDomain | undefined;
  /** The definition in force. */
  readonly before: DomainDefinition | undefined;
  readonly isRepeated: boolean;
}

async function readState(
  parts: TenantParts,
  { tenantId, domains }: Tenant,
  definition: DomainDefinition,
  source: string,
): Promise<Seen> {
  const inForce = domains.find(({ domain }) => domain === definition.domain);
  return {
    inForce,
    before: inForce && (await parts.catalogue.definition(tenantId, definition.domain, inForce.version)),
    isRepeated: await isStored(parts, tenantId, definition, source),
  };
}

async function refuse(
  parts: TenantParts,
  tenant: TenantId,
  { inForce, before, isRepeated }: Seen,
  definition: DomainDefinition,
  expectedVersion: number | null | undefined,
): Promise<void> {
  if (expectedVersion !== undefined && !(isRepeated && inForce?.version === definition.version))
    refuseUnexpected(definition.domain, expectedVersion, inForce?.version ?? null);
  if (!isRepeated) await refuseOtherThanNext(parts, tenant, definition);
  if (before !== undefined) await refuseIncompatible(parts, tenant, before, definition);
}

function withVersionInForce(stored: Tenant, { domain, version }: DomainDefinition): Tenant {
  return { ...stored, domains: withEnabled(stored.domains, { domain, version }) };
}

/** False: another request has changed the tenant meanwhile. */
async function publish(
  { store }: TenantParts,
  definition: DomainDefinition,
  source: string,
  changed: Tenant,
  stored: Tenant,
): Promise<boolean> {
  const { domain, version } = definition;
  const published = await store.accounts.publishDefinition({ domain, version, source }, changed, stored);
  if (published === 'conflict') throw takenVersion(definition, version);
  return published !== 'changed';
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

/** Whether this is the newest version already, with exactly the same text. */
async function isStored(
  { store, catalogue }: TenantParts,
  tenant: TenantId,
  { domain, version }: DomainDefinition,
  source: string,
): Promise<boolean> {
  if ((await catalogue.newest(tenant, domain))?.version !== version) return false;
  const own = await store.accounts.definitions(tenant);
  return own.some(
    (definition) =>
      definition.domain === domain && definition.version === version && definition.source === source,
  );
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
