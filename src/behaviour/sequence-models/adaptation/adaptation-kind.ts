/** The job kind `model_adaptation`. It is separate from the task's code, which the server does not load. */
import type { AdaptationRequest } from '../../../contract/adaptation.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { Job, JobError } from '../../../platform/storage/job.ts';

export const adaptationKind: TaskKind = {
  kind: 'model_adaptation',
  // The composition root raises it where cores and memory allow.
  concurrency: 1,
  runsIn: 'process',
  listed: true,
  onEnd: (job, end) => [
    {
      name: 'failModel',
      args: [job.tenantId, adaptedModelId(job), end.status === 'failed' ? end.error : cancelled(job)],
    },
  ],
};

/** The input of an adaptation job; its resource is the model. */
export type AdaptationInput = Pick<AdaptationRequest, 'settings'>;

export function adaptedModelId({ jobId, resource }: Job): string {
  if (resource?.type !== 'model') throw new Error(`job ${jobId} makes no model`);
  return resource.id;
}

function cancelled({ jobId }: Job): JobError {
  return {
    code: 'conflict',
    message: 'the adaptation was cancelled before the model was ready; ask for a new one.',
    details: { job_id: jobId },
  };
}
