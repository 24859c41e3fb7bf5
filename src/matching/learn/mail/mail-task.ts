/**
 * Sends one mail. Temporary failures are retried with growing delays for three days; permanent refusals are
 * not retried. The run is never affected.
 */
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import { MailRefusedError, type SendMail } from '../../../platform/outbound/send-mail.ts';
import type { LearningStore } from '../../../platform/storage/learning-store.ts';
import type { Tenant } from '../../../platform/storage/store.ts';
import { describeRunMail } from './describe-run-mail.ts';
import { type MailInput, mailKind } from './mail-job.ts';

export interface MailTaskParts {
  readonly learning: Pick<LearningStore, 'run'>;
  readonly tenant: (owner: TaskContext['job']['tenantId']) => Promise<Tenant | null>;
  /** null: no mail server is configured. */
  readonly sendMail: SendMail | null;
  readonly clock: () => number;
  readonly onError: (where: string, error: unknown) => void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

export function mailTask(parts: MailTaskParts): Task {
  return { ...mailKind, run: ({ job }) => sendOne(parts, job) };
}

async function sendOne(parts: MailTaskParts, job: TaskContext['job']): Promise<TaskResult> {
  const { run_id: runId } = job.input as MailInput;
  const run = await parts.learning.run(job.tenantId, runId);
  const tenant = await parts.tenant(job.tenantId);
  if (run === null || tenant === null || parts.sendMail === null) return { result: { sent: false } };
  try {
    const mail = describeRunMail(run);
    await parts.sendMail({ ...mail, to: tenant.email, messageId: `<${runId}@counterpart>` });
    return { result: { sent: true } };
  } catch (error) {
    parts.onError(mailKind.kind, error);
    const ageMs = parts.clock() - Date.parse(job.createdAt);
    if (error instanceof MailRefusedError || ageMs > GIVE_UP_AFTER_MS) return { result: { sent: false } };
    return { result: {}, againAtMs: parts.clock() + nextWaitMs(ageMs) };
  }
}

/** The delay equals the total wait so far: 1 min, 1 min, 2 min, 4 min, … at most 4 h. */
export function nextWaitMs(ageMs: number): number {
  return Math.min(4 * HOUR_MS, Math.max(MINUTE_MS, ageMs));
}
