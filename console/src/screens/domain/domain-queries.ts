import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';

export type DomainSource = wire.DomainSource;
export type DomainCheck = wire.DomainCheck;
export type Changes = NonNullable<DomainCheck['changes']>;
export type Summary = DomainSource['definition'];
export type Fault = DomainCheck['faults'][number];
export type TriedText = DomainCheck['results'][number];

/**
 * The tenant that the shown domains belong to. `operator`: they are read through the operator's operations.
 */
export interface Owner {
  readonly tenant: string;
  readonly operator: boolean;
}

/** The newest workspaces; an older one is opened by its address. */
export const tenantsQuery = queryOptions({
  queryKey: ['domains', 'tenants'],
  queryFn: async ({ signal }) => (await client.admin.listTenants({ limit: 100 }, { signal })).data,
});

export const tenantQuery = (id: string) =>
  queryOptions({
    queryKey: ['domains', 'tenant', id],
    queryFn: ({ signal }) => client.admin.getTenant(id, { signal }),
  });

export const domainsQuery = ({ tenant, operator }: Owner) =>
  queryOptions({
    queryKey: ['domains', tenant],
    queryFn: async ({ signal }) =>
      (await (operator ? client.domains.listOf(tenant, { signal }) : client.domains.list({ signal }))).data,
  });

export const domainQuery = ({ tenant, operator }: Owner, domain: string, version: number | undefined) =>
  queryOptions({
    queryKey: ['domains', tenant, domain, version ?? 'in force'],
    queryFn: ({ signal }) => {
      const query = version === undefined ? {} : { version };
      return operator
        ? client.domains.getOf(tenant, domain, query, { signal })
        : client.domains.get(domain, query, { signal });
    },
  });

export const checkQuery = ({ tenant, operator }: Owner, source: string, texts: readonly string[]) =>
  queryOptions({
    queryKey: ['domain-check', tenant, source, texts],
    queryFn: ({ signal }) =>
      client.domains.check({ source, texts: [...texts], ...(operator && { tenant_id: tenant }) }, { signal }),
    // The key is the whole definition: it is of no use once the next one is checked.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export type FieldStatistics = wire.FieldStatistics;

export const fieldStatisticsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['statistics', 'fields', domain],
    queryFn: ({ signal }) => client.statistics.fields({ domain }, { signal }),
  });

/** People are named live, so that none of them is shown who was erased since. */
export const fieldExamplesQuery = (domain: string, field: string) =>
  queryOptions({
    queryKey: ['statistics', 'fields', domain, field],
    queryFn: ({ signal }) => client.statistics.fields({ domain, examples_of: field }, { signal }),
    gcTime: 0,
  });

export const SCORE_DAYS = 28;

export const matchStatisticsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['statistics', 'matches', domain, SCORE_DAYS],
    queryFn: ({ signal }) => client.statistics.matches({ domain, days: SCORE_DAYS }, { signal }),
  });
