/**
 * The job queue in `/metrics`. Depth and age are read from the store at every scrape, so they cover all
 * processes on it. Ended jobs are reported by this server's own worker.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndedJob } from '../../../platform/jobs/job-runner.ts';
import type { JobStatus } from '../../../platform/storage/job.ts';

export interface JobCount {
  readonly kind: string;
  readonly status: JobStatus;
  readonly count: number;
  /** Age of the longest due job, ms; null where none is due. */
  readonly oldestDueAgeMs: number | null;
}

const jobSeconds = [0.001, 0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400];

export function registerJobFigures(
  registry: Registry,
  countJobs: () => Promise<readonly JobCount[]>,
): (ended: EndedJob) => void {
  registerDepth(registry, countJobs);
  const durations = new Histogram({
    name: 'counterpart_job_duration_seconds',
    help: 'Time from taking a job to its end, for each attempt.',
    labelNames: ['kind', 'outcome'],
    buckets: jobSeconds,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'counterpart_job_failures_total',
    help: 'Jobs that ended as failed.',
    labelNames: ['kind'],
    registers: [registry],
  });
  const lost = new Counter({
    name: 'counterpart_job_takes_lost_total',
    help: 'Attempts that were lost: the process of the job died, or its lease went to another worker.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return ({ kind, outcome, ms }) => {
    durations.observe({ kind, outcome }, ms / 1000);
    if (outcome === 'failed') failures.inc({ kind });
    if (outcome === 'lost') lost.inc({ kind });
  };
}

function registerDepth(registry: Registry, countJobs: () => Promise<readonly JobCount[]>): void {
  const age = new Gauge({
    name: 'counterpart_job_oldest_due_seconds',
    help: 'Time since the longest waiting job of a kind became due; 0 where none is due.',
    labelNames: ['kind'],
    registers: [registry],
  });
  new Gauge({
    name: 'counterpart_jobs',
    help: 'Queued and running jobs in the store.',
    labelNames: ['kind', 'status'],
    registers: [registry],
    async collect() {
      const counts = await countJobs();
      this.reset();
      age.reset();
      for (const { kind, status, count, oldestDueAgeMs } of counts) {
        this.set({ kind, status }, count);
        if (status === 'queued') age.set({ kind }, (oldestDueAgeMs ?? 0) / 1000);
      }
    },
  });
}
