import { JobList, JobListQuery } from '../../../contract/job.ts';
import { answerPage } from '../answers/answer-page.ts';
import { urlsFor, viewJob } from '../answers/job-view.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { JobParts } from './get-job.ts';

export interface GetJobsParts extends JobParts {
  readonly cursors: Sealer;
}

export const getJobs = ({ jobs, downloads, cursors }: GetJobsParts) =>
  operation({
    operationId: 'listJobs',
    sdk: 'jobs.list',
    method: 'GET',
    path: '/v1/jobs',
    scope: ['data', 'read'],
    tag: 'Jobs',
    summary: 'List jobs',
    description:
      'Newest first. `kind` and `status` filter the list; a cursor is valid only with the same filters.',
    query: JobListQuery,
    answer: { status: 200, description: 'A page.', schema: JobList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listJobs', request, async (page) => {
        const {
          caller,
          query: { kind, status },
        } = request;
        const filters = { ...(kind !== undefined && { kind }), ...(status !== undefined && { status }) };
        const { data, next } = await jobs.list(caller.tenantId, { ...page, ...filters });
        const urlOf = urlsFor(downloads, request);
        return { data: data.map((job) => viewJob(job, urlOf)), next };
      }),
  });
