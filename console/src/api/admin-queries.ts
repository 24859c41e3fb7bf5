/** The operator's reads. Keys of workspaces get 403 for all of them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';

export type SystemState = wire.SystemState;
export type Tenant = wire.TenantFields;
export type Key = wire.KeyFields;
export type AuditEntry = wire.AuditEntryFields;
export type AuditFilters = Omit<NonNullable<wire.ListAuditEntriesData['query']>, 'cursor' | 'limit'>;

const SYSTEM_EVERY_MS = 5000;
const KEYS_A_PAGE = 50;
const ENTRIES_A_PAGE = 50;

/** Asked for again while the page is visible. */
export const systemQuery = queryOptions({
  queryKey: ['admin', 'system'],
  queryFn: ({ signal }) => client.admin.system({ signal }),
  refetchInterval: SYSTEM_EVERY_MS,
  refetchIntervalInBackground: false,
  staleTime: 0,
});

export const tenantsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'tenants'],
  queryFn: ({ pageParam, signal }) =>
    page<Tenant>('/v1/admin/tenants', { cursor: pageParam, limit: KEYS_A_PAGE }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

export const tenantQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['admin', 'tenant', tenantId],
    queryFn: ({ signal }) => client.admin.getTenant(tenantId, { signal }),
  });

/** `owner`: the id of a tenant, or `operator`; undefined: all keys. */
export const keysQuery = (owner: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'keys', owner],
    queryFn: ({ pageParam, signal }) =>
      page<Key>('/v1/admin/keys', { tenant_id: owner, cursor: pageParam, limit: KEYS_A_PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ pageParam, signal }) =>
      page<AuditEntry>('/v1/admin/audit', { ...filters, cursor: pageParam, limit: ENTRIES_A_PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Every visit reads the newest entries: other sessions and processes write them.
    staleTime: 0,
  });

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => client.admin.settings({ signal }),
});

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

function page<Row>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
): Promise<Page<Row>> {
  return client.request<Page<Row>>({ method: 'GET', path, query }, { signal });
}
