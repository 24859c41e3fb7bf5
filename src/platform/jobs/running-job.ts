/**
 * One leased job, from its lease to its end. It has exactly one of three outcomes. The job ends together with
 * its changes, or it returns to the queue. Or it is left to the lease, because the lease was lost or the task
 * process died.
 */

import { ApiError } from '../../contract/errors.ts';
import { actAs, serviceActing } from '../storage/acting.ts';
import type { Job } from '../storage/job.ts';
import type { ReportedEntry } from '../storage/job-log.ts';
import { type FinishedJob, type JobEnd, type JobStore, MAX_TAKES } from '../storage/job-store.ts';
import type { StoreChange } from '../storage/store-change.ts';
import { StoreOutage } from '../storage/store-outage.ts';
import { inTrace } from '../tracing/in-trace.ts';
import type { SpanStart } from '../tracing/tracer.ts';
import { jobError, WorkerDiedError } from './job-failure.ts';
import type { Task, TaskContext, TaskKind, TaskResult, TaskStop } from './task.ts';

/** Minimum time between two writes of progress. */
const PROGRESS_EVERY_MS = 500;
/** The database may be busy for a while. Heartbeats renew the lease meanwhile. */
const WRITE_ATTEMPTS = 5;
const WRITE_AGAIN_MS = 1000;

export interface RunningJobParts {
  readonly jobs: JobStore;
  readonly owner: string;
  readonly task: Task;
  readonly clock: () => number;
  /** Runs a task with `runsIn: process`. */
  readonly runInProcess: (task: TaskKind, context: TaskContext) => Promise<TaskResult>;
  readonly onError: (job: Job, error: unknown) => void;
}

/** `put back`: queued again, now or later. `lost`: another worker has the lease, or the lease will expire. */
export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'put back' | 'lost';

export interface RunningJob {
  readonly job: Job;
  /** Aborts the signal of the task. Only the first reason counts. */
  stop(reason: TaskStop): void;
  /** Returns the job to the queue without waiting for the task. A later result of the task is ignored. */
  abandon(): Promise<void>;
  /** Never rejects. */
  readonly ended: Promise<JobOutcome>;
}

export function runJob(parts: RunningJobParts, job: Job): RunningJob {
  const controller = new AbortController();
  const stop = (reason: TaskStop) => controller.abort(reason);
  const progress = reportProgress(parts, job, () => stop('lost'));
  const context: TaskContext = {
    job,
    signal: controller.signal,
    progress: progress.report,
    checkpoint: progress.checkpoint,
  };
  let abandoned = false;
  const workAndSettle = async (): Promise<JobOutcome> => {
    const done = await work(parts, context);
    if (abandoned) return 'lost';
    await progress.flush();
    return settle(parts, context, done);
  };
  const ended = actAs(serviceActing(job.kind), () =>
    inTrace(() => jobSpan(job), undefined, workAndSettle, jobEnded),
  )
    .catch((error: unknown) => {
      parts.onError(job, error);
      return 'lost' as const;
    })
    .finally(progress.close);
  return {
    job,
    stop,
    async abandon() {
      abandoned = true;
      stop('stopping');
      await returnToQueue(parts, job);
    },
    ended,
  };
}

function jobSpan({ kind, tenantId, jobId }: Job): SpanStart {
  const attributes = {
    'counterpart.job': jobId,
    'counterpart.job.kind': kind,
    'counterpart.tenant': tenantId,
  };
  return { name: `job ${kind}`, kind: 'consumer', attributes };
}

const jobEnded = (outcome: JobOutcome) => ({
  attributes: { 'counterpart.job.outcome': outcome },
  ...((outcome === 'failed' || outcome === 'lost') && { failure: outcome }),
});

type Done = { readonly result: TaskResult } | { readonly error: unknown };

async function work({ task, runInProcess }: RunningJobParts, context: TaskContext): Promise<Done> {
  try {
    return {
      result: task.runsIn === 'process' ? await runInProcess(task, context) : await task.run(context),
    };
  } catch (error) {
    return { error };
  }
}

async function settle(parts: RunningJobParts, { job, signal }: TaskContext, done: Done): Promise<JobOutcome> {
  const why = signal.aborted ? (signal.reason as TaskStop) : null;
  if (why === 'lost') return 'lost';
  if ('result' in done) return succeed(parts, job, done.result);
  if (why === 'stopping') return returnToQueue(parts, job);
  if (why === 'cancelled') return endWithout(parts, job, { status: 'cancelled' });
  parts.onError(job, done.error);
  if (done.error instanceof WorkerDiedError || isLeftToTheLease(job, done.error)) return 'lost';
  return endWithout(parts, job, { status: 'failed', error: jobError(done.error) });
}

async function succeed(parts: RunningJobParts, job: Job, task: TaskResult): Promise<JobOutcome> {
  const { result, changes = [], againAtMs, resumes = false } = task;
  const end: JobEnd =
    againAtMs === undefined
      ? endOrAgain(parts, { status: 'succeeded', result })
      : { status: 'queued', runAfterMs: againAtMs, afresh: !resumes };
  try {
    const finished = await finish(parts, job, end, changes);
    // The work begins again with the present data.
    if (finished === 'stale') return returnToQueue(parts, job);
    if (finished === 'finished') await task.afterwards?.().catch((error) => parts.onError(job, error));
    if (finished === 'finished') await tidyAfter(end, parts, job);
    return outcomeOf(finished, end);
  } catch (error) {
    parts.onError(job, error);
    if (isLeftToTheLease(job, error)) return 'lost';
    return endWithout(parts, job, { status: 'failed', error: jobError(error) });
  }
}

/** An outage of the database is no fault of the job: it is taken again, as after the death of its worker. */
const isLeftToTheLease = ({ takes }: Job, error: unknown) =>
  error instanceof StoreOutage && takes < MAX_TAKES;

/** Ends a job without success, together with the changes of `onEnd`. Recurring work is queued again. */
export async function endWithout(
  parts: Omit<RunningJobParts, 'runInProcess'>,
  job: Job,
  end: Extract<JobEnd, { status: 'failed' | 'cancelled' }>,
): Promise<JobOutcome> {
  const stored = endOrAgain(parts, end);
  const finished = await finish(parts, job, stored, parts.task.onEnd?.(job, end) ?? []);
  if (finished === 'finished') await tidyAfter(stored, parts, job);
  return outcomeOf(finished, stored);
}

function endOrAgain({ task, clock }: Pick<RunningJobParts, 'task' | 'clock'>, end: JobEnd): JobEnd {
  return task.recursAfterMs === undefined ? end : queuedAfresh(clock() + task.recursAfterMs);
}

const queuedAfresh = (runAfterMs: number): JobEnd => ({ status: 'queued', runAfterMs, afresh: true });

async function tidyAfter(
  { status }: JobEnd,
  { task, onError }: Pick<RunningJobParts, 'task' | 'onError'>,
  job: Job,
): Promise<void> {
  if (status !== 'queued') await task.tidy?.(job).catch((error) => onError(job, error));
}

function outcomeOf(finished: FinishedJob, { status }: JobEnd): JobOutcome {
  if (finished !== 'finished') return 'lost';
  return status === 'queued' ? 'put back' : status;
}

async function returnToQueue(
  parts: Pick<RunningJobParts, 'jobs' | 'owner' | 'clock'>,
  job: Job,
): Promise<JobOutcome> {
  const end: JobEnd = { status: 'queued', runAfterMs: parts.clock(), afresh: false };
  return outcomeOf(await finish(parts, job, end, []), end);
}

async function finish(
  { jobs, owner, clock }: Pick<RunningJobParts, 'jobs' | 'owner' | 'clock'>,
  job: Job,
  end: JobEnd,
  changes: readonly StoreChange[],
): Promise<FinishedJob> {
  let attempts = 0;
  const [finished] = await throughOutages(() => {
    attempts += 1;
    return jobs.finish(owner, [{ jobId: job.jobId, end, changes, nowMs: clock() }]);
  });
  const wasUnsure = finished === 'lost' && attempts > 1;
  return wasUnsure && (await hasEnded(jobs, job, end)) ? 'finished' : finished!;
}

/** The first attempt was stored though its answer was lost: no worker has taken the job since. */
async function hasEnded(jobs: JobStore, { tenantId, jobId, takes }: Job, end: JobEnd): Promise<boolean> {
  const stored = await jobs.get(tenantId, jobId);
  return stored !== null && stored.takes === takes && stored.status === end.status && end.status !== 'queued';
}

async function throughOutages<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const mayPass = error instanceof ApiError && error.code === 'dependency_unavailable';
      if (!mayPass || attempt === WRITE_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS));
    }
  }
}

/** Entries of the log that wait for the next write; beyond it every second one goes. */
const MOST_WAITING = 200;

/**
 * Stores progress, which never decreases, and the log at most every `PROGRESS_EVERY_MS`. A checkpoint is
 * stored at once, together with them. `flush` stores waiting reports.
 */
function reportProgress(
  { jobs, owner, task, clock, onError }: RunningJobParts,
  job: Job,
  onLost: () => void,
) {
  let latest = job.progress;
  let detail: Readonly<Record<string, unknown>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let waiting: readonly ReportedEntry[] = [];

  const keep = async (checkpoint?: unknown, changes: readonly StoreChange[] = []): Promise<void> => {
    const entries = waiting;
    waiting = [];
    const progress = {
      progress: latest,
      ...(detail !== undefined && { detail }),
      ...(checkpoint !== undefined && { checkpoint }),
      ...(entries.length > 0 && { entries }),
      ...(changes.length > 0 && { changes }),
    };
    const kept = await throughOutages(() => jobs.report(owner, job.jobId, progress));
    if (kept === 'lost') onLost();
  };
  const keepLater = () => keep().catch((error) => onError(job, error));
  const note = (newDetail: Readonly<Record<string, unknown>>) => {
    if (waiting.length >= MOST_WAITING) waiting = waiting.filter((_, n) => n % 2 === 0);
    waiting = [...waiting, { atMs: clock(), progress: latest, detail: newDetail }];
  };
  return {
    report: (progress: number, newDetail?: Readonly<Record<string, unknown>>) => {
      latest = Math.min(1, Math.max(latest, progress));
      detail = newDetail ?? detail;
      if (newDetail !== undefined && task.listed) note(newDetail);
      timer ??= setTimeout(() => {
        timer = undefined;
        void keepLater();
      }, PROGRESS_EVERY_MS);
    },
    checkpoint: keep,
    flush: async () => {
      if (waiting.length > 0) await keepLater();
    },
    close: () => clearTimeout(timer),
  };
}
