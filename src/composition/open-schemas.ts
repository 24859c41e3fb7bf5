/** Part of the composition root: schemas, from what a domain declares and from the models that rank it. */

import type { TenantId } from '../contract/brands.ts';
import type { Schema } from '../contract/user.ts';
import type { ActiveDomain } from '../domains/active-domain.ts';
import { describeRanking } from '../matching/match/describe-ranking.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import { labelsOf, schemaOf } from '../outside/accounts/schema-of.ts';
import type { ServerDependencies } from '../outside/http/server-dependencies.ts';

export function openSchemas(
  accounts: Pick<Accounts, 'domainFor' | 'activeDomains'>,
  ranking: Parameters<typeof describeRanking>[0],
): ServerDependencies['schemas'] {
  const schema = async (tenant: TenantId, domain: ActiveDomain): Promise<Schema> => ({
    ...schemaOf(domain.definition),
    labels: labelsOf(domain),
    ...(await describeRanking(ranking, tenant, domain.definition)),
  });
  return {
    get: async (tenant, domain) => schema(tenant, await accounts.domainFor(tenant, domain)),
    list: async (tenant) => {
      const domains = await accounts.activeDomains(tenant);
      return Promise.all(domains.map((domain) => schema(tenant, domain)));
    },
  };
}
