/** A background job as a row of the store. `job-store.ts` says how jobs are taken and ended. */
import type { TenantId } from '../../contract/brands.ts';

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

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
  /** The resource that the job creates or exports. */
  readonly resource: { readonly type: string; readonly id: string } | null;
  /** The person that the job is about, so that an erasure finds it; null: no person in particular. */
  readonly userId: string | null;
  /** Unique among the unfinished jobs of a tenant and kind; null: no limit. */
  readonly uniqueKey: string | null;
  /** JSON; the task's input. */
  readonly input: unknown;
  /** The earliest start; epoch ms. */
  readonly runAfterMs: number;
  /** False: the row is deleted once the job has succeeded (small internal work that no client looks up). */
  readonly keep: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface Job extends Omit<NewJob, 'runAfterMs'> {
  readonly status: JobStatus;
  /** null once the job was taken. */
  readonly runAfterMs: number | null;
  /** 0..1 */
  readonly progress: number;
  /** JSON object that the task reports beside its progress (`{loss, minutes_left}`); null: nothing yet. */
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** JSON from which the task resumes after a crash; never shown. */
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
