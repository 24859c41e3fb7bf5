/** The active version of a domain for one tenant. */
import type { TenantId } from '../contract/brands.ts';
import type { EngineName } from '../contract/engines.ts';
import type { FairExposure } from '../contract/fair-exposure.ts';
import type { DomainDefinition } from './definition.ts';

export interface ActiveDomain {
  readonly definition: DomainDefinition;
  /** All outcome labels, built-in and the tenant's own, with their polarity. */
  readonly labels: Readonly<Record<string, number>>;
  /** Pending triplets that start a training run. */
  readonly threshold: number;
  /** null or absent: off. */
  readonly fairExposure?: FairExposure | null;
  /** Share of places for drawn candidates; null or absent: the default. */
  readonly explore?: number | null;
  /** Where the people are searched. Default: `memory`. */
  readonly engine?: EngineName;
}

/** Throws 404 `domain_not_found` for an unknown name, 403 `forbidden` for one not enabled for the tenant. */
export type DomainFor = (tenant: TenantId, domain: string) => Promise<ActiveDomain>;

/**
 * The version of the tenant's domain that `schema` names (`dating.v1`): the active one, or an earlier one
 * whose values are valid in it. Throws 422 `domain_not_found` with a list of them, and the errors of
 * `DomainFor`.
 */
export type VersionFor = (tenant: TenantId, domain: string, schema: string) => Promise<DomainDefinition>;

export const builtInLabels = { converted: 2, accepted: 1, rejected: -1, expired: -0.25 } as const;

/** Outcomes after which a candidate is not shown to the seeker again, by default. */
export const decidedLabels: readonly string[] = ['rejected', 'accepted', 'converted'];
