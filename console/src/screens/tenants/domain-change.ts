import type { wire } from 'counterpart-client';
import type { Tenant } from '../../api/admin-queries.ts';

interface Given {
  readonly threshold: string | number;
  readonly label: string;
  readonly polarity: string | number;
  /** Empty: the default. */
  readonly explore: string | number;
}

/** The differences from the domain as it is; undefined where there are none. */
export function domainChange(
  {
    domain,
    threshold: before,
    explore: explored,
  }: Pick<Tenant['domains'][number], 'domain' | 'threshold' | 'explore'>,
  { threshold, label, polarity, explore }: Given,
): wire.ChangeTenantRequest | undefined {
  const share = explore === '' ? null : Number(explore);
  const change = {
    ...(share !== explored && { explore: { [domain]: share } }),
    ...(threshold !== '' && Number(threshold) !== before && { thresholds: { [domain]: Number(threshold) } }),
    ...(label.trim() !== '' &&
      polarity !== '' && { labels: { [domain]: { [label.trim()]: Number(polarity) } } }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
