/**
 * The latest events of a workspace, from the rows that the changes themselves wrote: following it costs
 * no write, and every process on the database sees the same. An erased person is in none of it but the
 * erasure.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface RecentMatch {
  readonly matchId: string;
  readonly domain: string;
  readonly seekerId: string;
  /** How many candidates it showed. */
  readonly shown: number;
}

export interface RecentOutcome {
  readonly domain: string;
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  readonly matchId: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface EndedJob {
  readonly jobId: string;
  readonly kind: string;
  readonly status: string;
  readonly resource: { readonly type: string; readonly id: string } | null;
  readonly errorCode: string | null;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
}

export interface ChangedPerson {
  readonly sequence: number;
  readonly userId: string;
  readonly erased: boolean;
  /** ISO 8601, UTC; null: erased. */
  readonly updatedAt: string | null;
}

/** Each list is oldest first, and has at most `limit` rows. */
export interface ActivityStore {
  /** By id, from this one on, without those of batches, whose ids are made before the matches. */
  matchesFrom(tenant: TenantId, matchId: string, limit: number): Promise<readonly RecentMatch[]>;
  /** Outcomes of the domain that were recorded at the time or later, ISO 8601. */
  outcomesFrom(
    tenant: TenantId,
    domain: string,
    at: string,
    limit: number,
  ): Promise<readonly RecentOutcome[]>;
  /** Jobs of GET /jobs that ended at the time or later, ISO 8601. Jobs about a person are left out. */
  jobsEndedFrom(tenant: TenantId, at: string, limit: number): Promise<readonly EndedJob[]>;
  /** People of the domain by their last change, after a sequence. */
  peopleChangedAfter(
    tenant: TenantId,
    domain: string,
    sequence: number,
    limit: number,
  ): Promise<readonly ChangedPerson[]>;
}
