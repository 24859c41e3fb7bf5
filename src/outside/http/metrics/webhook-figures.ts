/** Events out in `/metrics`, read from the store at every scrape. */
import { Gauge, type Registry } from 'prom-client';
import type { DeliveryCounts } from '../../../platform/storage/webhook-store.ts';

export function registerWebhookFigures(registry: Registry, count: () => Promise<DeliveryCounts>): void {
  new Gauge({
    name: 'counterpart_webhook_deliveries',
    help: 'Deliveries of webhooks that wait (pending), and those given up in the last week (failed).',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const [status, deliveries] of Object.entries(await count())) this.set({ status }, deliveries);
    },
  });
}
