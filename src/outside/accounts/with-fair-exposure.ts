/** Fair exposure of a tenant's domain: its settings, checked against the fields of the domain. */

import { invalidRequest } from '../../contract/errors.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { Tenant, TenantDomain } from '../../platform/storage/store.ts';
import type { DomainCatalogue } from './domain-catalogue.ts';
import { withDomain } from './tenants.ts';

/** null: off. Throws 404 `domain_not_found` and 400 `invalid_request`. */
export async function withFairExposure(
  catalogue: DomainCatalogue,
  { tenantId, domains }: Pick<Tenant, 'tenantId' | 'domains'>,
  domain: string,
  rule: FairExposure | null,
): Promise<readonly TenantDomain[]> {
  const changed = withDomain(domains, domain, ({ fairExposure: _, ...one }) =>
    rule === null ? one : { ...one, fairExposure: rule },
  );
  const { version } = domains.find((tenantDomain) => tenantDomain.domain === domain)!;
  const definition = await catalogue.definition(tenantId, domain, version);
  if (rule !== null && definition !== undefined) assertGroups(rule, definition);
  return changed;
}

/** A group is a value of a field that a row has once and that is no free text. */
function assertGroups({ groups }: FairExposure, { domain, fields }: DomainDefinition): void {
  if (groups === null) return;
  const path = `fair_exposure.${domain}.groups`;
  const possible = fields.filter(
    ({ type, multiple }) => type === 'boolean' || (type === 'enum' && !multiple),
  );
  const field = possible.find(({ name }) => name === groups.field);
  if (field === undefined) {
    const names = possible.map(({ name }) => name).join(', ') || 'none';
    const message = `«${groups.field}» is no enum or boolean field with one value of ${domain}; there are ${names}`;
    throw invalidRequest([{ path: `${path}.field`, message }]);
  }
  const values = field.values ?? ['true', 'false'];
  const unknown = Object.keys(groups.min_share).find((value) => !values.includes(value));
  if (unknown === undefined) return;
  const message = `«${unknown}» is no value of ${field.name}; there are ${values.join(', ')}`;
  throw invalidRequest([{ path: `${path}.min_share`, message }]);
}
