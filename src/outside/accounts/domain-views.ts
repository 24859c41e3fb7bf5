/** The domains of a tenant and their versions, in the form of GET /domains. */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainSource, ListedDomains } from '../../contract/domain.ts';
import { apiError } from '../../contract/errors.ts';
import { schemaVersion } from '../../domains/definition.ts';
import { outlineOf } from '../../domains/definition-outline.ts';
import type { DomainVersion } from '../../domains/shipped-domains.ts';
import type { DomainCatalogue } from './domain-catalogue.ts';
import { summarizeDefinition } from './summarize-definition.ts';

export async function listDomains(catalogue: DomainCatalogue, tenant: TenantId): Promise<ListedDomains> {
  const active = await catalogue.activeDomains(tenant);
  return Promise.all(
    active.map(async ({ definition }) => {
      const { domain, version, title, fields, scorecard } = definition;
      const versions = await catalogue.versions(tenant, domain);
      return {
        domain,
        version,
        schema_version: schemaVersion(definition),
        newest_version: versions[0]?.version ?? version,
        title,
        origin: versions.find((domainVersion) => domainVersion.version === version)?.origin ?? 'own',
        fields: fields.length,
        terms: scorecard.terms.length,
      };
    }),
  );
}

export async function domainSource(
  catalogue: DomainCatalogue,
  tenant: TenantId,
  domain: string,
  wanted?: number,
): Promise<DomainSource> {
  const { definition: inForce } = await catalogue.active(tenant, domain);
  const versions = await catalogue.versions(tenant, domain);
  const version = wanted ?? inForce.version;
  const found = versions.find((domainVersion) => domainVersion.version === version);
  if (found === undefined) throw unknownVersion(domain, version, versions);
  return {
    domain,
    version,
    schema_version: schemaVersion(found),
    in_force: version === inForce.version,
    origin: found.origin,
    source: found.source(),
    definition: summarizeDefinition(outlineOf(found.read())),
    versions: versions.map((version) => ({
      version: version.version,
      schema_version: schemaVersion(version),
      origin: version.origin,
      in_force: version.version === inForce.version,
    })),
  };
}

/** Newest versions named in an error. */
const MAX_NAMED = 20;

function unknownVersion(domain: string, version: number, versions: readonly DomainVersion[]) {
  const known = versions.slice(0, MAX_NAMED).map(schemaVersion);
  return apiError(
    'domain_not_found',
    `There is no version ${version} of «${domain}»; there is ${known.join(', ')}.`,
    {
      domain,
      schema: schemaVersion({ domain, version }),
      versions: known,
    },
  );
}
