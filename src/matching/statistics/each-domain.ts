import type { TenantId } from '../../contract/brands.ts';
import type { Tenant } from '../../platform/storage/store.ts';

/**
 * Calls `work` for every domain of every tenant, one after the other. A domain that fails keeps none waiting.
 *
 * @throws {AggregateError} After the last one, with an error for each domain that failed.
 */
export async function eachDomain(
  tenants: readonly Tenant[],
  signal: AbortSignal,
  work: (tenant: TenantId, domain: string) => Promise<void>,
): Promise<void> {
  const errors: Error[] = [];
  for (const { tenantId, domains } of tenants) {
    for (const { domain } of domains) {
      if (signal.aborted) return;
      await work(tenantId, domain).catch((cause) => {
        const why = cause instanceof Error ? cause.message : String(cause);
        errors.push(new Error(`tenant ${tenantId}, domain ${domain}: ${why}`, { cause }));
      });
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '));
}
