/**
 * The version of a domain that a call names. A version earlier than the one in force reads texts by its own
 * rules. Its results are stored beside values of the version in force, so that version must be compatible
 * with it.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiErrorAs } from '../../contract/errors.ts';
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import type { DomainCatalogue } from './domain-catalogue.ts';
import { incompatibleChanges } from './incompatible-changes.ts';

export async function versionNamed(
  catalogue: DomainCatalogue,
  tenant: TenantId,
  domain: string,
  schema: string,
): Promise<DomainDefinition> {
  const { definition: inForce } = await catalogue.active(tenant, domain);
  const versions = await readable(catalogue, tenant, inForce);
  const named = versions.find((version) => schemaVersion(version) === schema);
  if (named !== undefined) return named;
  const known = versions.map(schemaVersion);
  throw apiErrorAs(
    422,
    'domain_not_found',
    `schema «${schema}» is no version of ${domain} that you have; there is ${known.join(', ')}. Leave it out to use the one in force.`,
    { domain, schema, versions: known },
  );
}

/** The version in force first. */
async function readable(
  catalogue: DomainCatalogue,
  tenant: TenantId,
  inForce: DomainDefinition,
): Promise<readonly DomainDefinition[]> {
  const earlier = new Set<number>();
  for (const { domain, version } of await catalogue.available(tenant)) {
    if (domain === inForce.domain && version < inForce.version) earlier.add(version);
  }
  const versions = [...earlier].sort((a, b) => b - a);
  const read = await Promise.all(
    versions.map((version) => catalogue.definition(tenant, inForce.domain, version)),
  );
  const fitting = read.filter(
    (version): version is DomainDefinition =>
      version !== undefined && incompatibleChanges(version, inForce).length === 0,
  );
  return [inForce, ...fitting];
}
