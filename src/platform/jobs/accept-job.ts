/** Turns a request into a job. The idempotency key, the changes and the job are one transaction. */
import { keyInProgress, keyOfErased, keyReused } from '../../contract/idempotency.ts';
import type { AnsweredClaim, StoredAnswer } from '../storage/idempotency-store.ts';
import type { Job, NewJob } from '../storage/job.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { StoreChange } from '../storage/store-change.ts';

/** The idempotency key of a request, as the HTTP layer passes it. Null if the request has no key. */
export type RequestClaim =
  | (Omit<AnsweredClaim, 'answer'> & {
      /** The answer to the caller, stored with the key. */
      readonly answerFor: (job: Job) => StoredAnswer;
    })
  | null;

export type AcceptedJob =
  | { readonly state: 'accepted'; readonly job: Job }
  | { readonly state: 'replay'; readonly answer: StoredAnswer };

/**
 * Throws 422 `idempotency_key_reused`, 409 `idempotency_in_progress` and 409 `conflict`. `wake` notifies the
 * worker of new work.
 */
export async function acceptJob(
  { jobs, wake }: { readonly jobs: JobStore; readonly wake: () => void },
  job: NewJob,
  claim: RequestClaim,
  changes: readonly StoreChange[] = [],
): Promise<AcceptedJob> {
  const created = await jobs.create(job, {
    changes,
    ...(claim !== null && { claim: claimWithAnswer(claim, job) }),
  });
  switch (created.state) {
    case 'created':
      wake();
      return { state: 'accepted', job: created.job };
    case 'exists':
      return { state: 'accepted', job: created.job };
    case 'replay':
      return created;
    case 'mismatch':
      throw keyReused(claim?.key ?? '');
    case 'in_progress':
      throw keyInProgress();
    case 'erased':
      throw keyOfErased();
    default:
      return created satisfies never;
  }
}

/**
 * Replaces the function by its result: the claim crosses to the writer thread, which takes plain data only.
 */
function claimWithAnswer({ answerFor, ...claim }: NonNullable<RequestClaim>, job: NewJob): AnsweredClaim {
  return { ...claim, answer: answerFor(queuedJob(job)) };
}

/** A new job in the form of a stored row. */
export function queuedJob(job: NewJob): Job {
  return {
    ...job,
    status: 'queued',
    progress: 0,
    detail: null,
    checkpoint: null,
    result: null,
    error: null,
    takes: 0,
    cancelRequested: false,
    leaseOwner: null,
    leaseExpiresMs: null,
    startedAt: null,
    finishedAt: null,
  };
}
