/** The job kind `match_batch`, without the code of its task. Its resource is the domain. */
import type { TaskKind } from '../../../platform/jobs/task.ts';

export const matchBatchKind: TaskKind = {
  kind: 'match_batch',
  concurrency: 2,
  // In the process that has the candidate indexes: a server.
  runsIn: 'worker',
  listed: true,
  stagedAs: ({ jobId }) => jobId,
};
