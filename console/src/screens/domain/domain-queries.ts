import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';

export type DomainSource = wire.DomainSource;
export type DomainCheck = wire.DomainCheck;
export type Changes = NonNullable<DomainCheck['changes']>;
export type Summary = DomainSource['definition'];
export type Fault = DomainCheck['faults'][number];
export type TriedText = DomainCheck['results'][number];

/** Whose domains are shown. `operator`: through the operator's operations. */
export interface Owner {
  readonly tenant: string;
  readonly operator: boolean;
}

export const tenantsQuery = queryOptions({
  queryKey: ['admin-tenants'],
  queryFn: async ({ signal }) => {
    const page = await client.request<{ data: { id: string; name: string }[] }>(
      { method: 'GET', path: '/v1/admin/tenants', query: { limit: 100 } },
      { signal },
    );
    return page.data;
  },
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

/** How many of the people have a value, by field, from a sample. */
export interface FieldStatistics {
  readonly people: number;
  readonly sampled: number;
  readonly fields: readonly {
    readonly name: string;
    readonly kind: string;
    readonly known: number;
    /** 0 to 1. */
    readonly share: number;
    readonly share_week_ago: number | null;
    readonly sources: Readonly<Record<string, number>>;
  }[];
}

export const fieldStatisticsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['statistics', 'fields', domain],
    queryFn: ({ signal }) =>
      client.request<FieldStatistics>(
        { method: 'GET', path: '/v1/statistics/fields', query: { domain } },
        { signal },
      ),
  });

/** Shown candidates of the last days by score: each day has 20 equal parts of 0 to 1. */
export interface MatchStatistics {
  readonly data: readonly { readonly shown: number; readonly scores: readonly number[] }[];
}

export const SCORE_DAYS = 28;

export const matchStatisticsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['statistics', 'matches', domain],
    queryFn: ({ signal }) =>
      client.request<MatchStatistics>(
        { method: 'GET', path: '/v1/statistics/matches', query: { domain, days: SCORE_DAYS } },
        { signal },
      ),
  });
