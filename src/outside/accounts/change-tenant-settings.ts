/** Several changes of a tenant's domains at once: all are checked before the first is kept. */
import type { TenantId } from '../../contract/brands.ts';
import type { EngineName } from '../../contract/engines.ts';
import { invalidRequest } from '../../contract/errors.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';
import type { Tenant, TenantDomain } from '../../platform/storage/store.ts';
import {
  changeTenant,
  newestDomain,
  type TenantParts,
  withDomain,
  withEnabled,
  withLabel,
  withThreshold,
} from './tenants.ts';
import { withFairExposure } from './with-fair-exposure.ts';

/** A missing property stays as it is. */
export interface TenantChange {
  /** Domains to enable, or to move to their newest version. */
  readonly enable?: readonly string[] | undefined;
  /** Pending triplets that start a training run, by domain. */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /** Labels to add, by domain, with their polarity. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
  readonly shareOutcomes?: boolean | undefined;
  readonly keepDocuments?: boolean | undefined;
  /** By domain; null: off. */
  readonly fairExposure?: Readonly<Record<string, FairExposure | null>> | undefined;
  /** Shares by domain; null: the default. */
  readonly explore?: Readonly<Record<string, number | null>> | undefined;
  /** By domain. */
  readonly engines?: Readonly<Record<string, EngineName>> | undefined;
}

/** Throws 404 `not_found` and `domain_not_found`, and 400 `invalid_request`. */
export function changeTenantSettings(
  parts: TenantParts,
  tenant: TenantId,
  change: TenantChange,
): Promise<Tenant> {
  return changeTenant(parts.store.accounts, tenant, (stored) => withChange(parts, stored, change));
}

async function withChange(parts: TenantParts, tenant: Tenant, change: TenantChange): Promise<Tenant> {
  let { domains } = tenant;
  for (const name of change.enable ?? []) {
    domains = withEnabled(domains, await newestDomain(parts.catalogue, tenant.tenantId, name));
  }
  for (const [name, threshold] of Object.entries(change.thresholds ?? {}))
    domains = withDomain(domains, name, withThreshold(threshold));
  for (const [name, labels] of Object.entries(change.labels ?? {})) {
    for (const [label, polarity] of Object.entries(labels))
      domains = withDomain(domains, name, withLabel(label, polarity));
  }
  for (const [name, rule] of Object.entries(change.fairExposure ?? {}))
    domains = await withFairExposure(parts.catalogue, { ...tenant, domains }, name, rule);
  for (const [name, share] of Object.entries(change.explore ?? {}))
    domains = withDomain(domains, name, withExplore(share));
  for (const [name, engine] of Object.entries(change.engines ?? {}))
    domains = withDomain(domains, name, withEngine(engine));
  domains.forEach(assertEngine);
  const { shareOutcomes, keepDocuments } = change;
  const settings = {
    ...tenant.settings,
    ...(shareOutcomes !== undefined && { shareOutcomes }),
    ...(keepDocuments !== undefined && { keepDocuments }),
  };
  return { ...tenant, domains, settings };
}

/** The default is not kept. */
function withExplore(share: number | null) {
  return ({ explore: _, ...one }: TenantDomain): TenantDomain =>
    share === null ? one : { ...one, explore: share };
}

/** In memory is the default, and is not kept. */
function withEngine(engine: EngineName) {
  return ({ engine: _, ...one }: TenantDomain): TenantDomain =>
    engine === 'memory' ? one : { ...one, engine };
}

/**
 * Prices of exposure move every minute, and are no part of a search engine's documents. Throws 400
 * `invalid_request`.
 */
function assertEngine({ domain, engine, fairExposure }: TenantDomain): void {
  if (engine === undefined || fairExposure === undefined) return;
  const message =
    'fair exposure needs the domain in memory; switch it off (fair_exposure: null), or leave the domain in memory';
  throw invalidRequest([{ path: `engines.${domain}`, message }]);
}
