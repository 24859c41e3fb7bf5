import { Job } from '../../../contract/job.ts';
import { urlsFor, viewJob } from '../answers/job-view.ts';
import type { DownloadLinks } from '../downloads/download-link.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { JobPath } from './resource-paths.ts';

export interface JobParts extends Pick<ServerDependencies, 'jobs'> {
  readonly downloads: DownloadLinks;
}

export const getJob = ({ jobs, downloads }: JobParts) =>
  operation({
    operationId: 'getJob',
    sdk: 'jobs.get',
    method: 'GET',
    path: '/v1/jobs/:job_id',
    scope: ['data', 'read'],
    tag: 'Jobs',
    summary: 'Read a job',
    description:
      '`queued → running → succeeded | failed | cancelled`. `result` is set once the job has succeeded: `{dataset}` for an import of a dataset, `{download_url, expires_at, bytes, sha256}` for an export, `{rows_read, rows_changed, rows_refused, read_by_rules_instead}` for a full reading. `download_url` is null to a key without the scope `export` (or `data`, which includes it). `error` says why the job failed. A job whose process died is retried, at most three times, and takes effect once.',
    parameters: JobPath,
    answer: { status: 200, description: 'The job as it is now.', schema: Job },
    errors: ['job_not_found'],
    handle: async ({ caller, parameters, requestId, origin }) => {
      const job = await jobs.get(caller.tenantId, parameters.job_id);
      return { ...viewJob(job, urlsFor(downloads, { caller, origin })), request_id: requestId };
    },
  });
