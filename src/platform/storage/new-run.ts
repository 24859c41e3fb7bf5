/** A training run to be created, and the rules for drawing the candidates of its triplets. */
import type { TenantId } from '../../contract/brands.ts';
import type { Tier } from '../../contract/tier.ts';
import type { DomainDefinition } from '../../domains/definition.ts';

/** The rules for drawing a person whom the seeker never labelled. */
export interface Eligibility extends Pick<DomainDefinition, 'candidates' | 'sides'> {
  /** Whether the candidate's own preferences count. */
  readonly mutual: boolean;
}

export interface NewRun {
  /** The tenant, or `SHARED_OWNER`. */
  readonly tenantId: TenantId;
  /** `run_<lower-case ULID>` */
  readonly runId: string;
  readonly domain: string;
  readonly tier: Tier;
  readonly jobId: string;
  readonly forced: boolean;
  readonly createdAt: string;
  /** Estimated from the durations of earlier runs. `minutesFor` adds the share of the triplets. */
  readonly minutes: RunMinutes;
}

/** The duration of a run in minutes: `base + perTriplet × triplets`. */
export interface RunMinutes {
  readonly base: number;
  readonly perTriplet: number;
}
