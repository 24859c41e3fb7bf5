import { Job } from '../../../contract/job.ts';
import { urlsFor, viewJob } from '../answers/job-view.ts';
import { operation } from '../operation.ts';
import type { JobParts } from './get-job.ts';
import { JobPath } from './resource-paths.ts';

export const postJobCancel = ({ jobs, downloads }: JobParts) =>
  operation({
    operationId: 'cancelJob',
    sdk: 'jobs.cancel',
    method: 'POST',
    path: '/v1/jobs/:job_id/cancel',
    scope: 'data',
    tag: 'Jobs',
    summary: 'Cancel a job',
    description:
      'A queued job is cancelled at once. A running job is signalled to stop and is still `running` in this answer; poll it. A job that is already cancelled is 200 again; a job that ended otherwise is 409.',
    parameters: JobPath,
    answer: { status: 200, description: 'The job as it is now.', schema: Job },
    errors: ['job_not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId, origin }) => {
      const job = await jobs.cancel(caller.tenantId, parameters.job_id);
      return { ...viewJob(job, urlsFor(downloads, { caller, origin })), request_id: requestId };
    },
  });
