/**
 * Withdrawing outcomes: taking them back as if they had never been sent. The work is done in parts of a
 * bounded number of pairs, each in a transaction of its own. The last part starts the run in its transaction,
 * so a withdrawal that broke off is completed by repeating it.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { NewJob } from './job.ts';
import type { Eligibility, NewRun } from './new-run.ts';

/** An outcome is selected where all given conditions hold. At least one is given. */
export interface OutcomeSelection {
  readonly keyId?: string;
  readonly seekerId?: string;
  readonly candidateId?: string;
  /** ISO 8601, UTC; both ends count. */
  readonly since?: string;
  readonly until?: string;
}

export interface WithdrawalPart {
  readonly tenantId: TenantId;
  readonly domain: string;
  /** Every label of the tenant in the domain, with its polarity. */
  readonly polarities: Readonly<Record<string, number>>;
  readonly eligibility: Eligibility;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly selection: OutcomeSelection;
  /** ULID; the parts of a withdrawal have it in common, and are numbered from 0. */
  readonly withdrawalId: string;
  readonly number: number;
  /** Pairs of this part, at least 1. */
  readonly pairs: number;
  /** The run that the last part starts. */
  readonly run: NewRun;
  readonly job: NewJob;
}

export interface WithdrawnPart {
  /** Outcomes that were taken back, superseded and replaced ones included. */
  readonly outcomes: number;
  /** Both leave out triplets that an earlier part made and this one withdraws. */
  readonly tripletsWithdrawn: number;
  readonly tripletsRecomputed: number;
  /** Whether selected outcomes are left for a next part. */
  readonly more: boolean;
  /** The run that the last part started; null: no triplet is left to learn from, or this was not the last. */
  readonly runId: string | null;
}

interface SelectedCounts {
  readonly outcomes: number;
  /** Triplets that name a seeker and a candidate whose current outcome is selected. */
  readonly triplets: number;
}

export interface WithdrawalStore {
  countSelected(tenant: TenantId, domain: string, selection: OutcomeSelection): Promise<SelectedCounts>;
  /**
   * Makes triplets that earlier runs used wait again, those after the id `after` (empty: from the first), at
   * most `limit`. Returns the last id; null: there are no more.
   */
  freeUsedTriplets(tenant: TenantId, domain: string, after: string, limit: number): Promise<string | null>;
  /** Ends an unfinished run of the domain, which has read the withdrawn outcomes. */
  withdrawPart(part: WithdrawalPart): Promise<WithdrawnPart>;
}
