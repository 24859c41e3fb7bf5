/** The job kind `full_reading`, without the code of its task. Its resource is the domain. */
import type { TaskKind } from '../../../platform/jobs/task.ts';
import { FULL_READING } from '../../../platform/storage/profile-row.ts';

export const fullReadingKind: TaskKind = {
  kind: FULL_READING,
  // One uses two cores and 1 GiB of memory; domains take turns (`full-reading-task.ts`).
  concurrency: 1,
  runsIn: 'process',
  priority: 'lowest',
  listed: true,
  /** After a cancellation the rows keep what was read fast. After a failure they stay on the list. */
  onEnd: ({ tenantId, resource }, { status }) =>
    status === 'cancelled' ? [{ name: 'forgetRowsToRead', args: [tenantId, resource!.id] }] : [],
};
