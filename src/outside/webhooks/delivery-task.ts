/**
 * One attempt of one delivery. Its result is stored in the transaction that ends the job or puts it back. So an
 * attempt whose worker dies is made again: a receiver gets each event at least once, with the same id.
 */
import type { Task, TaskContext, TaskResult } from '../../platform/jobs/task.ts';
import type { AttemptEnd, WebhookStore } from '../../platform/storage/webhook-store.ts';
import { type Answer, type AttemptParts, attemptDelivery } from './attempt-delivery.ts';
import { deliveryKind } from './delivery-kind.ts';
import { nextAttemptMs } from './next-attempt.ts';

const GONE = 410;
const GONE_REASON = 'The address answered with status 410: it takes no more events.';

export interface DeliveryParts extends AttemptParts {
  readonly webhooks: Pick<WebhookStore, 'delivery' | 'get'>;
  /** In [0, 1). */
  readonly random: () => number;
}

export function deliveryTask(parts: DeliveryParts): Task {
  return { ...deliveryKind, run: (context) => deliver(parts, context) };
}

async function deliver(parts: DeliveryParts, { job, signal }: TaskContext): Promise<TaskResult> {
  const { webhooks, clock } = parts;
  const delivery = await webhooks.delivery(job.tenantId, job.resource!.id);
  // Erased, removed, or disabled meanwhile.
  if (delivery?.status !== 'pending') return { result: {} };
  const webhook = await webhooks.get(job.tenantId, delivery.webhookId);
  if (webhook === null) return { result: {} };
  const startedMs = clock();
  const answer = await attemptDelivery(parts, webhook, delivery, signal);
  const end = endOf(answer, {
    startedMs,
    nowMs: clock(),
    sinceMs: Date.parse(job.createdAt),
    random: parts.random(),
  });
  return {
    result: {},
    changes: [{ name: 'recordAttempt', args: [job.tenantId, delivery.deliveryId, end] }],
    ...(end.nextAttemptAt !== null && { againAtMs: Date.parse(end.nextAttemptAt) }),
  };
}

interface Times {
  readonly startedMs: number;
  readonly nowMs: number;
  readonly sinceMs: number;
  readonly random: number;
}

function endOf(answer: Answer, { startedMs, nowMs, sinceMs, random }: Times): AttemptEnd {
  const { status } = answer;
  const at = new Date(nowMs).toISOString();
  const made = { at: new Date(startedMs).toISOString(), status, ms: nowMs - startedMs };
  const ended = { at, nextAttemptAt: null };
  const error = faultOf(answer);
  if (error === null) return { ...ended, status: 'delivered', attempt: { ...made, error } };
  const failed = { ...made, error };
  if (status === GONE) return { ...ended, status: 'failed', attempt: failed, disables: GONE_REASON };
  const requestedMs = answer.status === null ? undefined : answer.waitMs;
  const next = nextAttemptMs({ sinceMs, nowMs, requestedMs, random });
  if (next === null) return { ...ended, status: 'failed', attempt: failed };
  return { status: 'pending', attempt: failed, at, nextAttemptAt: new Date(next).toISOString() };
}

/** null: the event was taken. */
function faultOf(answer: Answer): string | null {
  if (answer.status === null) return answer.error;
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return `the address answered with status ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
