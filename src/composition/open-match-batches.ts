/**
 * Part of the composition root: batches of matches. Their jobs run in the server, because it has the
 * candidate indexes, or knows the server that has them.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { ApiError } from '../contract/errors.ts';
import { newId } from '../contract/new-id.ts';
import type { ResolvePlace } from '../domains/place.ts';
import {
  createMatchBatchService,
  type MatchBatchService,
} from '../matching/match/batches/create-match-batch-service.ts';
import { keepMatchBatchesKind } from '../matching/match/batches/keep-match-batches-kind.ts';
import { matchBatchKind } from '../matching/match/batches/match-batch-kind.ts';
import type { MatchService } from '../matching/match/match-service.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import { type EndedJob, type JobRunner, startJobRunner } from '../platform/jobs/job-runner.ts';
import type { WorkerSupervisor } from '../platform/jobs/process/supervise-worker.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import { tidyingStaged } from '../platform/jobs/staged-files.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Store } from '../platform/storage/store.ts';
import { openSourceSettings, sourceSettings } from './open-datasets.ts';
import type { TaskParts } from './open-task-parts.ts';

interface MatchBatchRooms {
  readonly settings: Settings;
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly accounts: Pick<Accounts, 'domainFor'>;
  readonly resolvePlace: ResolvePlace;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openMatchBatchService(
  { settings, store, artifacts, accounts, resolvePlace, clock }: MatchBatchRooms,
  models: ModelCatalog,
  wake: () => void,
): MatchBatchService {
  return createMatchBatchService({
    ...{ store, artifacts, resolvePlace, models, wake, clock, newId },
    domainFor: accounts.domainFor,
    sources: sourceSettings(settings),
  });
}

interface RunnerParts extends MatchBatchRooms {
  /** Forwards to the server that owns the index. */
  readonly match: MatchService;
  readonly servingEncoder: () => Promise<string>;
  readonly logger: Logger;
  readonly onEnded: (job: EndedJob) => void;
}

const STOP_GRACE_MS = 5000;
/** A request for a batch wakes the runner; `lookEveryMs` is for the requests of other processes. */
const times = { leaseMs: 10_000, heartbeatMs: 2000, lookEveryMs: 5000 };

/** Runs the jobs in this process. */
export function openMatchBatchRunner(parts: RunnerParts): WorkerSupervisor {
  const { settings, store, logger, clock, onEnded } = parts;
  let runner: JobRunner | null = null;
  let stopListening: (() => Promise<void>) | undefined;
  return {
    start() {
      runner = startJobRunner({
        ...{ jobs: store.jobs, tasks: [matchBatchTask(parts)], clock, times },
        perTenant: settings.jobsPerWorkspace,
        owner: `${hostname()}:${process.pid}:${randomUUID()}`,
        runInProcess: (task) => Promise.reject(new Error(`${task.kind} has no process of its own`)),
        onEnded: ({ tenantId, jobId, kind }, ended) => {
          onEnded(ended);
          logger.info({ tenant: tenantId, job_id: jobId, kind, outcome: ended.outcome }, 'a job ended');
        },
        onError: (job, error) => {
          if (error instanceof ApiError && job !== null) return;
          logger.error({ job_id: job?.jobId, error }, 'a batch of matches met a fault');
        },
      });
      stopListening = store.jobSignals?.listen(() => runner?.wake());
    },
    wake: () => runner?.wake(),
    async stop() {
      await stopListening?.();
      await runner?.stop(STOP_GRACE_MS);
    },
  };
}

/** The code is loaded with the first job. */
function matchBatchTask(parts: RunnerParts): Task {
  const { settings, store, artifacts, accounts, resolvePlace, match, servingEncoder, clock } = parts;
  const task: Task = {
    ...matchBatchKind,
    run: async (context) => {
      const [{ createMatchBatchTask }, { seekerRowReader }, { createOpenRows }] = await Promise.all([
        import('../matching/match/batches/match-batch-task.ts'),
        import('../matching/match/batches/open-seekers.ts'),
        import('../behaviour/datasets/sources/open-source.ts'),
      ]);
      return createMatchBatchTask({
        ...{ store, artifacts, resolvePlace, match, servingEncoder, clock },
        domainFor: accounts.domainFor,
        openRows: createOpenRows(openSourceSettings(settings), seekerRowReader),
      }).run(context);
    },
  };
  return tidyingStaged(task, artifacts);
}

export function matchBatchSchedule({ store, artifacts, clock }: TaskParts): Schedule {
  return {
    ...keepMatchBatchesKind,
    run: async ({ signal }) => {
      const { keepMatchBatches } = await import('../matching/match/batches/keep-match-batches.ts');
      await keepMatchBatches(
        { batches: store.matchBatches, files: store.fileErasures, artifacts, clock },
        signal,
      );
    },
  };
}

/** Both start, wake and stop together. */
export function bothWorkers(first: WorkerSupervisor, second: WorkerSupervisor): WorkerSupervisor {
  return {
    start() {
      first.start();
      second.start();
    },
    wake() {
      first.wake();
      second.wake();
    },
    async stop() {
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}
