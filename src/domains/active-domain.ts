/** The active version of a domain for one tenant. */
import type { TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from './definition.ts';

export interface ActiveDomain {
  readonly definition: DomainDefinition;
  /** Every outcome label that may be used, built-in and the tenant's own, with its polarity. */
  readonly labels: Readonly<Record<string, number>>;
  /** Pending triplets that start a training run. */
  readonly threshold: number;
}

/** Throws 404 `domain_not_found` for an unknown name, 403 `forbidden` for one not enabled for the tenant. */
export type DomainFor = (tenant: TenantId, domain: string) => Promise<ActiveDomain>;

/**
 * The version of the tenant's domain that `schema` names (`dating.v1`): the one in force, or an earlier one whose values
 * are good in it. Throws 422 `domain_not_found`, listing them; and what `DomainFor` does.
 */
export type VersionFor = (tenant: TenantId, domain: string, schema: string) => Promise<DomainDefinition>;

export const builtInLabels = { converted: 2, accepted: 1, rejected: -1, expired: -0.25 } as const;

/** Labels whose candidates are not shown to the seeker again, unless the request says otherwise. */
export const decidedLabels: readonly string[] = ['rejected', 'accepted', 'converted'];
