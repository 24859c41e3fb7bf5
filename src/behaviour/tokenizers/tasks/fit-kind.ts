/** The kind `tokenizer_fit`, apart from its task, so that the server need not load it. */
import type { FitTokenizerRequest } from '../../../contract/tokenizer.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { Job, JobError } from '../../../platform/storage/job.ts';

const cancelled: JobError = {
  code: 'conflict',
  message: 'The fit was cancelled before it was done. Fit another tokenizer.',
  details: {},
};

export const tokenizerFitKind: TaskKind = {
  kind: 'tokenizer_fit',
  concurrency: 1,
  runsIn: 'process',
  listed: true,
  onEnd: (job, end) => [
    {
      name: 'failTokenizer',
      args: [job.tenantId, tokenizerIdOf(job), end.status === 'failed' ? end.error : cancelled],
    },
  ],
};

/** The input of the job is the request; the tokenizer is its resource. */
export type FitInput = FitTokenizerRequest;

export function tokenizerIdOf({ jobId, resource }: Job): string {
  if (resource?.type !== 'tokenizer') throw new Error(`job ${jobId} is about no tokenizer`);
  return resource.id;
}
