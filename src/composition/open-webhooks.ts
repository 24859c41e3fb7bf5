/** Part of the composition root: events out, in the server and in the worker. */
import type { DriftNotice } from '../matching/statistics/drift/watch-drift.ts';
import { type AllowedHosts, createWebhookService } from '../outside/webhooks/create-webhook-service.ts';
import { deliveryTask } from '../outside/webhooks/delivery-task.ts';
import { forgetDeliveriesSchedule } from '../outside/webhooks/forget-deliveries-schedule.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Store } from '../platform/storage/store.ts';
import type { TaskParts } from './open-task-parts.ts';

type Accounts = Pick<Store['accounts'], 'tenant'>;

/** The hosts that the operator allow-listed for other calls of the tenant hold for webhooks, too. */
const allowedHostsOf =
  (accounts: Accounts): AllowedHosts =>
  async (tenant) =>
    (await accounts.tenant(tenant))?.settings.memoryHosts ?? [];

export function openWebhooks(
  store: Pick<Store, 'webhooks' | 'accounts'>,
  clock: () => number,
  wake: () => void,
) {
  const { webhooks, accounts } = store;
  return createWebhookService({ webhooks, allowedHosts: allowedHostsOf(accounts), wake, clock });
}

export function webhookTask({ store, producers, clock }: TaskParts): Task {
  const { webhooks, accounts } = store;
  const allowedHosts = allowedHostsOf(accounts);
  return deliveryTask({ webhooks, allowedHosts, producers, clock, random: Math.random });
}

export function webhookSchedule({ store, clock }: TaskParts): Schedule {
  return forgetDeliveriesSchedule(store.webhooks, clock);
}

/** Several servers watch the same drift: the first of a day announces it. */
export async function announceDrift(
  { webhooks }: Pick<Store, 'webhooks'>,
  { tenant, domain, what, field, drift, threshold }: DriftNotice,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs).toISOString();
  const figure = what.replaceAll(' ', '_');
  await webhooks.announce({
    tenantId: tenant,
    type: 'drift.alert',
    at,
    domain,
    data: { domain, figure, field: field ?? null, drift, threshold },
    key: [at.slice(0, 10), domain, figure, field ?? ''].join(' '),
  });
}
