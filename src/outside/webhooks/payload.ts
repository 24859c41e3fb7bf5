/** The body of a webhook, in the form that Standard Webhooks recommends. */
import type { OutboxEvent } from '../../platform/storage/webhook-store.ts';

export interface Payload {
  readonly type: string;
  /** When it happened; ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function payloadOf({ type, at, data }: OutboxEvent): Payload {
  return { type, timestamp: at, data: data ?? {} };
}
