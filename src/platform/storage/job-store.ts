/**
 * Durable background jobs. A job is a row with the work (`kind`, `input`), its tenant, its progress and its
 * result. A worker takes a job under a lease and keeps renewing it. When the worker dies, the lease expires
 * and another worker takes the job, at most `MAX_TAKES` times.
 *
 * Invariant: the changes of a job and its end become visible in one transaction, and only for the worker that
 * holds the lease. So effects happen exactly once, however often the work was started.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { AnsweredClaim, StoredAnswer } from './idempotency-store.ts';
import type { Job, JobError, JobStatus, NewJob } from './job.ts';
import type { JobLogEntry, ReportedEntry } from './job-log.ts';
import type { StoreChange } from './store-change.ts';

/** A job whose worker has died this often fails, because it would probably kill the next worker too. */
export const MAX_TAKES = 3;

export type CreatedJob =
  | { readonly state: 'created'; readonly job: Job }
  /** There is an unfinished job with the same unique key. Nothing was created. */
  | { readonly state: 'exists'; readonly job: Job }
  /** The idempotency key was used before. This is its answer; nothing was created. */
  | { readonly state: 'replay'; readonly answer: StoredAnswer }
  | { readonly state: 'mismatch' }
  | { readonly state: 'in_progress' }
  /** The key was used for a person who has been erased since. */
  | { readonly state: 'erased' };

export type JobEnd =
  | { readonly status: 'succeeded'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled' }
  /**
   * Not done, to be taken again later; does not count as a take. `afresh`: the job starts from nothing, like
   * one never taken (the next run of a schedule). Otherwise it resumes from its checkpoint (after an orderly
   * stop of the worker).
   */
  | { readonly status: 'queued'; readonly runAfterMs: number; readonly afresh: boolean };

/**
 * `lost`: the lease belongs to another worker. `stale`: a change was made from data that has changed
 * meanwhile. In both cases nothing of the end was kept.
 */
export type FinishedJob = 'finished' | 'lost' | 'stale';

export interface JobStore {
  /** Claims the key, applies `changes` and creates the job in one transaction. */
  create(
    job: NewJob,
    options?: { readonly claim?: AnsweredClaim; readonly changes?: readonly StoreChange[] },
  ): Promise<CreatedJob>;
  get(tenant: TenantId, jobId: string): Promise<Job | null>;
  /** The job that makes this resource: the oldest of those about it. Reads all jobs of the tenant. */
  ofResource(tenant: TenantId, resourceId: string): Promise<Job | null>;
  /** The job of any tenant, for the operator. Reads all jobs. */
  find(jobId: string): Promise<Job | null>;
  /** Jobs with an id below `before`, newest first (by id, which grows with time). */
  list(
    tenant: TenantId | null,
    query: {
      readonly kinds?: readonly string[];
      readonly statuses?: readonly JobStatus[];
      readonly before: string | null;
      readonly limit: number;
    },
  ): Promise<readonly Job[]>;
  /**
   * Takes up to `limit` due jobs in fair turns of tenants and kinds (`sql/jobs/take-jobs.ts`), and leases
   * them to `owner`. Expired leases are due again. `limits`: how many jobs of a kind may run at once, over
   * all processes; a kind without a limit is not taken. `perTenant`: how many of them for one tenant;
   * default: all but one, or all where the store has no other tenant.
   *
   * `givenUp` has the jobs that must not run again. Their worker died for the last time, or they were
   * cancelled while no worker held them. They are leased too, so that the caller can end them with the
   * changes of their kind. When nothing can be taken the call costs one read.
   */
  take(
    owner: string,
    query: {
      readonly limits: Readonly<Record<string, number>>;
      readonly perTenant?: number;
      readonly limit: number;
      readonly nowMs: number;
      readonly leaseMs: number;
    },
  ): Promise<{ readonly taken: readonly Job[]; readonly givenUp: readonly Job[] }>;
  /**
   * Extends the owner's leases. Returns the ids whose lease was lost and the ids with a requested
   * cancellation.
   */
  heartbeat(
    owner: string,
    jobIds: readonly string[],
    nowMs: number,
    leaseMs: number,
  ): Promise<{ readonly lost: readonly string[]; readonly cancelRequested: readonly string[] }>;
  /** `lost`: the lease belongs to another worker, and nothing was kept. */
  report(
    owner: string,
    jobId: string,
    progress: {
      readonly progress: number;
      readonly detail?: Readonly<Record<string, unknown>>;
      readonly checkpoint?: unknown;
      /** Entries of the log since the last report, oldest first. */
      readonly entries?: readonly ReportedEntry[];
      /** In the same transaction; nothing is kept if one of them fails. */
      readonly changes?: readonly StoreChange[];
    },
  ): Promise<'kept' | 'lost'>;
  /** The job's reports, oldest first. */
  log(tenant: TenantId, jobId: string): Promise<readonly JobLogEntry[]>;
  /** Ends jobs with their changes, each in a savepoint of its own. */
  finish(
    owner: string,
    ends: readonly {
      readonly jobId: string;
      readonly end: JobEnd;
      readonly changes: readonly StoreChange[];
      readonly nowMs: number;
    }[],
  ): Promise<readonly FinishedJob[]>;
  /**
   * Cancels a queued job at once, with `changes`. For a running one it sets `cancelRequested`. A finished job
   * is returned unchanged. null: there is no such job.
   */
  cancel(
    tenant: TenantId,
    jobId: string,
    options: { readonly nowMs: number; readonly changes: readonly StoreChange[] },
  ): Promise<Job | null>;
  /**
   * Counts by kind and status, and since when (epoch ms) the longest due job has waited. `statuses`: only
   * these; without the finished ones the cost grows with the length of the queue alone.
   */
  statistics(
    nowMs: number,
    statuses?: readonly JobStatus[],
  ): Promise<
    readonly {
      readonly kind: string;
      readonly status: JobStatus;
      readonly count: number;
      readonly oldestDueMs: number | null;
    }[]
  >;
  /** Removes jobs that finished before `beforeMs`. Returns how many. */
  forgetFinished(beforeMs: number): Promise<number>;
}
