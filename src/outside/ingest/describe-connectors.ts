import type { TenantId } from '../../contract/brands.ts';
import type { ConnectorStore } from '../../platform/storage/connector-store.ts';

/** How far the connectors of all tenants have come, for metrics. */
export async function describeConnectors(connectors: Pick<ConnectorStore, 'all'>, nowMs: number) {
  return (await connectors.all()).map(({ tenantId, name, source, stored, rejected, lag, checkedAtMs }) => ({
    ...{ tenant: tenantId, name, source, stored, rejected, lag },
    ageMs: Math.max(0, nowMs - checkedAtMs),
  }));
}

/** The connectors of a tenant, as its callers read them. */
export async function listConnectors(connectors: Pick<ConnectorStore, 'list'>, tenant: TenantId) {
  return (await connectors.list(tenant)).map(({ name, source, stored, rejected, lag, checkedAtMs }) => ({
    ...{ name, source, stored, rejected, lag },
    checked_at: new Date(checkedAtMs).toISOString(),
  }));
}
