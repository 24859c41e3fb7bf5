/**
 * Work that is done later, durably. A job is a row: what is to be done (`kind`, `input`), for whom, how far it is and
 * what came of it. A worker takes it by a lease and keeps the lease alive; a worker that died loses it, and the job is
 * taken up again, at most `MAX_TAKES` times.
 *
 * What must always hold: what a job makes (`changes`) and its end become visible in one transaction, and only for the
 * worker that holds the lease. So effects happen once, however often the work was begun.
 */
import type { TenantId } from '../contract/brands.ts';
import type { StoredAnswer } from './store.ts';
import type { StoreChange } from './store-change.ts';

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A job whose worker died this often is failed: it would kill the next one too. */
export const MAX_TAKES = 3;

export interface JobError {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface NewJob {
  /** `job_<lower-case ULID>` */
  readonly jobId: string;
  readonly tenantId: TenantId;
  readonly kind: string;
  /** What is being made, or is exported. */
  readonly resource: { readonly type: string; readonly id: string } | null;
  /** The person that the work is about, so that erasing finds it; null where it is about nobody in particular. */
  readonly userId: string | null;
  /** Of unfinished jobs of a tenant and kind only one has this key; null: any number. */
  readonly uniqueKey: string | null;
  /** JSON; what the task is handed. */
  readonly input: unknown;
  /** Not taken before; epoch ms. */
  readonly runAfterMs: number;
  /** False: the row goes when the job has succeeded (small internal work of which nobody asks again). */
  readonly keep: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface Job extends Omit<NewJob, 'runAfterMs'> {
  readonly status: JobStatus;
  /** null once it was taken. */
  readonly runAfterMs: number | null;
  /** 0..1 */
  readonly progress: number;
  /** JSON object that the task tells beside its progress (`{loss, minutes_left}`); null: nothing yet. */
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** JSON that the task left to go on from after a crash; never shown. */
  readonly checkpoint: unknown;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: JobError | null;
  readonly takes: number;
  readonly cancelRequested: boolean;
  readonly leaseOwner: string | null;
  readonly leaseExpiresMs: number | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** An idempotency key that is claimed in the transaction that makes the job. */
export interface JobClaim {
  readonly route: string;
  readonly key: string;
  /** SHA-256 of what is compared, hex. */
  readonly fingerprint: string;
  /** Ids of the people whom the request names. */
  readonly people: readonly string[];
  readonly nowMs: number;
  readonly ttlMs: number;
  /** Kept with the key, and given back byte for byte when it comes again. */
  readonly answer: StoredAnswer;
}

export type CreatedJob =
  | { readonly state: 'created'; readonly job: Job }
  /** An unfinished job with the same unique key stands; nothing was made. */
  | { readonly state: 'exists'; readonly job: Job }
  /** The idempotency key was used before: its answer, nothing was made. */
  | { readonly state: 'replay'; readonly answer: StoredAnswer }
  | { readonly state: 'mismatch' }
  | { readonly state: 'in_progress' }
  /** The key was used for somebody who was erased since. */
  | { readonly state: 'erased' };

export type JobEnd =
  | { readonly status: 'succeeded'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error: JobError }
  | { readonly status: 'cancelled' }
  /**
   * Not done, to be taken again later; counts as no take. `afresh`: it goes on from nothing, as a job that was never
   * taken (a schedule's next time); else from its checkpoint (a worker that stops in good order).
   */
  | { readonly status: 'queued'; readonly runAfterMs: number; readonly afresh: boolean };

export interface JobStore {
  /** Claim, `changes` and job in one transaction: all of it or nothing. */
  create(
    job: NewJob,
    options?: { readonly claim?: JobClaim; readonly changes?: readonly StoreChange[] },
  ): Promise<CreatedJob>;
  get(tenant: TenantId, jobId: string): Promise<Job | null>;
  /** Of whatever tenant: for the operator. Reads all jobs. */
  find(jobId: string): Promise<Job | null>;
  /** Newest first (by id, which grows with time), those before the id `before`. */
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
   * Takes up to `limit` jobs that are due, the longest waiting first, and leases them to `owner`. Expired leases are
   * due again. `limits`: how many of a kind may run at once, in all processes on the store; a kind that it does not
   * name is not taken. A job whose worker died for the last time, or that was asked to cancel while nobody works on
   * it, comes back in `givenUp`: it is leased too, but only to be ended by the caller, with the changes that its kind
   * wants then. Costs one reading when nothing can be taken.
   */
  take(
    owner: string,
    query: {
      readonly limits: Readonly<Record<string, number>>;
      readonly limit: number;
      readonly nowMs: number;
      readonly leaseMs: number;
    },
  ): Promise<{ readonly taken: readonly Job[]; readonly givenUp: readonly Job[] }>;
  /** Prolongs the owner's leases; ids whose lease was lost, and ids that were asked to cancel. */
  heartbeat(
    owner: string,
    jobIds: readonly string[],
    nowMs: number,
    leaseMs: number,
  ): Promise<{ readonly lost: readonly string[]; readonly cancelRequested: readonly string[] }>;
  /** `lost`: somebody else has the job; nothing was kept. */
  report(
    owner: string,
    jobId: string,
    progress: {
      readonly progress: number;
      readonly detail?: Readonly<Record<string, unknown>>;
      readonly checkpoint?: unknown;
    },
  ): Promise<'kept' | 'lost'>;
  /** Ends jobs with their changes, each in a unit of its own. `lost`: the lease is somebody else's; nothing was kept. */
  finish(
    owner: string,
    ends: readonly {
      readonly jobId: string;
      readonly end: JobEnd;
      readonly changes: readonly StoreChange[];
      readonly nowMs: number;
    }[],
  ): Promise<readonly ('finished' | 'lost')[]>;
  /**
   * A queued job is cancelled at once with `changes`; a running one is asked to (`cancelRequested`). null: no such
   * job; a finished one comes back as it is.
   */
  cancel(
    tenant: TenantId,
    jobId: string,
    options: { readonly nowMs: number; readonly changes: readonly StoreChange[] },
  ): Promise<Job | null>;
  /**
   * By kind and status: how many, and since when (epoch ms) the longest due one waits. `statuses`: of these alone;
   * without the finished ones it costs as much as the queue is long.
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
  /** Removes finished jobs that ended before; how many. */
  forgetFinished(beforeMs: number): Promise<number>;
}
