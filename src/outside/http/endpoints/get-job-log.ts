import { JobLog } from '../../../contract/job.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { JobPath } from './resource-paths.ts';

export const getJobLog = ({ jobs }: Pick<ServerDependencies, 'jobs'>) =>
  operation({
    operationId: 'getJobLog',
    sdk: 'jobs.log',
    method: 'GET',
    path: '/v1/jobs/:job_id/log',
    scope: ['data', 'read'],
    tag: 'Jobs',
    summary: 'Read what a job reported',
    description:
      'Its progress over time, from which curves can be drawn: of a training, for example, `epoch`, `loss` and `validation_ndcg`. Kept as long as the job.',
    parameters: JobPath,
    answer: { status: 200, description: 'The log so far.', schema: JobLog },
    errors: ['job_not_found'],
    handle: async ({ caller, parameters, requestId }) => {
      const entries = await jobs.log(caller.tenantId, parameters.job_id);
      return {
        data: entries.map(({ atMs, attempt, progress, detail }) => ({
          at: new Date(atMs).toISOString(),
          attempt,
          progress,
          detail: { ...detail },
        })),
        request_id: requestId,
      };
    },
  });
