/** The mail job of a run. It is created in the transaction that ends the run, so each run is mailed once. */
import type { TenantId } from '../../../contract/brands.ts';
import { newId } from '../../../contract/new-id.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { NewJob } from '../../../platform/storage/job.ts';

export const mailKind: TaskKind = {
  kind: 'send_mail',
  concurrency: 2,
  runsIn: 'worker',
  listed: false,
};

export interface MailInput {
  readonly run_id: string;
}

export function mailJob(owner: TenantId, runId: string, nowMs: number): NewJob {
  const input: MailInput = { run_id: runId };
  return {
    jobId: newId('job', nowMs),
    tenantId: owner,
    kind: mailKind.kind,
    resource: { type: 'training_run', id: runId },
    userId: null,
    uniqueKey: runId,
    input,
    runAfterMs: nowMs,
    keep: false,
    createdAt: new Date(nowMs).toISOString(),
  };
}
