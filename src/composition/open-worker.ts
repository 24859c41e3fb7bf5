/**
 * Part of the composition root: the worker process beside the server. Its log lines and metrics are passed on
 * to the server's.
 */
import type { Logger } from 'pino';
import { isLogLevel } from '../contract/log-levels.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { EndedJob } from '../platform/jobs/job-runner.ts';
import {
  noWorker,
  superviseWorker,
  type WorkerSupervisor,
} from '../platform/jobs/process/supervise-worker.ts';

export function openWorker(
  settings: Settings,
  logger: Logger,
  onEnded: (job: EndedJob) => void,
): WorkerSupervisor {
  if (settings.jobWorkers === 0) return noWorker;
  return superviseWorker({
    script: new URL('../processes/worker-process.ts', import.meta.url),
    setup: settings,
    onMessage: (message) => {
      if (message.kind === 'ended') message.jobs.forEach(onEnded);
      else relay(logger, message.line);
    },
    onDeath: (how, againInMs) =>
      logger.error({ how, again_in_ms: againInMs }, 'the worker process ended; it is started again'),
  });
}

/** A line written by the worker's logger. */
function relay(logger: Logger, line: string): void {
  const { level, time: _, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  logger[isLogLevel(level) ? level : 'info']({ process: 'worker', ...fields }, String(msg ?? ''));
}
