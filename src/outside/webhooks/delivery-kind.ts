/** The kind of the jobs that deliver. The server knows it, so that a cancelled job ends its delivery. */
import type { TaskKind } from '../../platform/jobs/task.ts';
import { type AttemptEnd, DELIVERY_JOB } from '../../platform/storage/webhook-store.ts';

/** The queue leaves at least one of them to other workspaces. */
const CONCURRENCY = 16;

export const deliveryKind: TaskKind = {
  kind: DELIVERY_JOB,
  concurrency: CONCURRENCY,
  runsIn: 'worker',
  listed: false,
  onEnd({ tenantId, resource }, end) {
    const at = new Date().toISOString();
    const error = end.status === 'failed' ? end.error.message : 'the job was cancelled';
    const attempt = { at, status: null, error, ms: 0 };
    const ended: AttemptEnd = { attempt, status: 'failed', nextAttemptAt: null, at };
    return [{ name: 'recordAttempt', args: [tenantId, resource!.id, ended] }];
  },
};
