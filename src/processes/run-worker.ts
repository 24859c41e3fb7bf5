/** Runs the jobs of a data folder: as the worker process of a server, or alone (`counterpart work`). */
import { randomUUID } from 'node:crypto';
import { constants, hostname } from 'node:os';
import type { Logger } from 'pino';
import { openTaskParts } from '../composition/open-task-parts.ts';
import { openSchedules, openTasks, stagedParts } from '../composition/open-tasks.ts';
import { openTracing } from '../composition/open-tracing.ts';
import { ApiError } from '../contract/errors.ts';
import type { Settings } from '../platform/config/settings.ts';
import { type EndedJob, startJobRunner } from '../platform/jobs/job-runner.ts';
import type { ServedWorker } from '../platform/jobs/process/serve-worker.ts';
import { taskProcesses } from '../platform/jobs/process/task-processes.ts';
import { ensureSchedules } from '../platform/jobs/schedule.ts';
import { removeLeftStaged } from '../platform/jobs/staged-files.ts';
import type { Job } from '../platform/storage/job.ts';
import { lowerPriority } from '../platform/threads/lower-priority.ts';

/** Grace time of running work when the worker stops. Work since the last checkpoint is repeated. */
const STOP_GRACE_MS = 5000;
const HOUR_MS = 3_600_000;

export async function runWorker(
  settings: Settings,
  logger: Logger,
  onEnded: (job: EndedJob) => void,
): Promise<ServedWorker> {
  // Requests have priority over jobs.
  lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const endTracing = await openTracing(settings, (notice) => logger.warn(notice));
  const parts = await openTaskParts(settings, {
    onError: (where, error) => logger.error({ kind: where, error: described(error) }, 'internal work failed'),
    onNotice: (notice) => logger.warn(notice),
  });
  const tasks = openTasks(parts);
  const scheduled = openSchedules(parts).map(({ kind }) => kind);
  const schedule = () =>
    ensureSchedules(parts.store.jobs, scheduled, Date.now()).catch((error) =>
      logger.error({ error: described(error) }, 'schedules could not be made; tried again within the hour'),
    );
  await schedule();
  // The schedule looks every few minutes; files that a crash or an earlier version left go now.
  const stopped = new AbortController();
  const swept = removeLeftStaged(stagedParts(parts), stopped.signal).catch((error) => {
    if (stopped.signal.aborted) return;
    logger.error({ error: described(error) }, 'staged files of ended jobs could not be removed; tried again');
  });
  const timer = setInterval(schedule, HOUR_MS);
  const runner = startJobRunner({
    jobs: parts.store.jobs,
    tasks,
    perTenant: settings.jobsPerWorkspace,
    owner: `${hostname()}:${process.pid}:${randomUUID()}`,
    clock: Date.now,
    runInProcess: taskProcesses({
      script: new URL('./task-process.ts', import.meta.url),
      setup: settings,
      heapMiB: settings.jobMemoryMib,
      graceMs: STOP_GRACE_MS,
      onOutput: (line, { job }) => logger.warn({ ...nameOf(job), line }, 'a task wrote'),
    }),
    onEnded: (job, ended) => {
      onEnded(ended);
      logEnd(logger, tasks, job, ended);
    },
    onError: (job, error) => {
      if (error instanceof ApiError && job !== null) return;
      logger.error(
        { ...(job !== null && nameOf(job)), error: described(error) },
        job === null ? 'the queue could not be looked at; tried again' : 'a job met a fault',
      );
    },
  });
  const stopListening = parts.store.jobSignals?.listen(() => runner.wake());
  return {
    wake: () => runner.wake(),
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await swept;
      await stopListening?.();
      await runner.stop(STOP_GRACE_MS + 500);
      await parts.close();
      await endTracing();
    },
  };
}

function logEnd(
  logger: Logger,
  tasks: ReturnType<typeof openTasks>,
  job: Job,
  { kind, outcome, ms }: EndedJob,
): void {
  const listed = tasks.find((task) => task.kind === kind)?.listed === true;
  const level = outcome === 'failed' || outcome === 'lost' ? 'warn' : listed ? 'info' : 'debug';
  logger[level]({ ...nameOf(job), outcome, ms }, 'a job ended');
}

function nameOf({ tenantId, jobId, kind }: Job) {
  return { tenant: tenantId, job_id: jobId, kind };
}

function described(error: unknown) {
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}
