/** Forgets deliveries a week after they have ended, with their events. */
import type { Schedule } from '../../platform/jobs/schedule.ts';
import type { WebhookStore } from '../../platform/storage/webhook-store.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
/** Bounds how long a transaction makes other writes wait. */
const DELIVERIES_A_WRITE = 500;

export function forgetDeliveriesSchedule(
  webhooks: Pick<WebhookStore, 'forget'>,
  clock: () => number,
): Schedule {
  return {
    kind: 'forget_webhook_deliveries',
    everyMs: HOUR_MS,
    async run({ signal }) {
      const before = new Date(clock() - KEPT_MS).toISOString();
      let forgotten = DELIVERIES_A_WRITE;
      while (forgotten === DELIVERIES_A_WRITE && !signal.aborted)
        forgotten = await webhooks.forget(before, DELIVERIES_A_WRITE);
    },
  };
}
