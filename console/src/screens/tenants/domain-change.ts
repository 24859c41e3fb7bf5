import type { wire } from 'counterpart-client';
import type { Tenant } from '../../api/admin-queries.ts';

interface Given {
  readonly threshold: string | number;
  readonly label: string;
  readonly polarity: string | number;
}

/** The differences from the domain as it is; undefined where there are none. */
export function domainChange(
  { domain, threshold: before }: Pick<Tenant['domains'][number], 'domain' | 'threshold'>,
  { threshold, label, polarity }: Given,
): wire.ChangeTenantRequest | undefined {
  const change = {
    ...(threshold !== '' && Number(threshold) !== before && { thresholds: { [domain]: Number(threshold) } }),
    ...(label.trim() !== '' &&
      polarity !== '' && { labels: { [domain]: { [label.trim()]: Number(polarity) } } }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
