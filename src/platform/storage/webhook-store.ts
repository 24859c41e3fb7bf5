/**
 * Events out. An event is written in the transaction of the change that it tells of, together with a delivery
 * and a job for each webhook that takes it. So an event is there if and only if its change is, and a delivery
 * outlives the death of any process. Where a tenant has no webhook, nothing is written.
 *
 * The events stand apart from their deliveries, so that another sink can read them.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { SentEventType, WebhookEventType } from '../../contract/webhook.ts';

export interface Webhook {
  readonly tenantId: TenantId;
  /** `wh_<lower-case ULID>` */
  readonly webhookId: string;
  readonly url: string;
  readonly description: string | null;
  /** null: all. */
  readonly events: readonly WebhookEventType[] | null;
  /** `whsec_<base64>`: never logged, shown once. */
  readonly secret: string;
  /** Signs too, until the time (epoch ms). */
  readonly earlierSecret: { readonly secret: string; readonly untilMs: number } | null;
  /** ISO 8601, UTC; null: enabled. */
  readonly disabledAt: string | null;
  readonly disabledBecause: string | null;
  readonly createdAt: string;
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly events?: readonly WebhookEventType[] | null | undefined;
  /** null: enables it. */
  readonly disabled?: { readonly at: string; readonly because: string } | null;
}

/** An event, as the data of the wire. */
export interface NewEvent {
  readonly tenantId: TenantId;
  readonly type: WebhookEventType;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The domain that it is about, by which an erasure from one domain finds it. */
  readonly domain?: string;
  /** People that `data` names: the event goes with the erasure of any of them. At most two. */
  readonly people?: readonly string[];
  /** Two events of one key are one; default: every event is another. */
  readonly key?: string;
}

export interface OutboxEvent {
  /** `evt_…` */
  readonly eventId: string;
  readonly type: SentEventType;
  readonly at: string;
  /** null: it named an erased person, and every delivery has ended. */
  readonly data: Readonly<Record<string, unknown>> | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface DeliveryAttempt {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Why it counts as failed; null: it was taken. */
  readonly error: string | null;
  readonly ms: number;
}

export interface Delivery {
  readonly tenantId: TenantId;
  /** `whd_<lower-case ULID>` */
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly event: OutboxEvent;
  readonly status: DeliveryStatus;
  /** The last MAX_ATTEMPTS_KEPT, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export type DeliveryCounts = Readonly<Record<Exclude<DeliveryStatus, 'delivered'>, number>>;

/** The result of one attempt. */
export interface AttemptEnd {
  /** null: no attempt was made. */
  readonly attempt: DeliveryAttempt | null;
  readonly status: DeliveryStatus;
  /** null: the delivery is not pending. */
  readonly nextAttemptAt: string | null;
  /** Disables the webhook, for this reason. */
  readonly disables?: string;
  readonly at: string;
}

export const MAX_ATTEMPTS_KEPT = 30;
/** The most webhooks of a tenant: each event is written once for each of them. */
export const MAX_WEBHOOKS = 20;
/** The kind of the jobs that deliver. */
export const DELIVERY_JOB = 'webhook_delivery';

/** `unknown`: no such delivery. `pending`: it is under way. `forgotten`: its data are not kept any more. */
export type ReplayResult = 'queued' | 'unknown' | 'pending' | 'forgotten' | 'disabled';

export interface WebhookStore {
  /** False where the tenant has MAX_WEBHOOKS already. */
  create(webhook: Webhook): Promise<boolean>;
  get(tenant: TenantId, webhookId: string): Promise<Webhook | null>;
  /** All of the tenant, oldest first. */
  list(tenant: TenantId): Promise<readonly Webhook[]>;
  /** Deliveries that wait fail where it is disabled. False where there is none. */
  change(tenant: TenantId, webhookId: string, change: WebhookChange): Promise<boolean>;
  /** The present secret becomes the earlier one. False where there is none. */
  rotate(tenant: TenantId, webhookId: string, secret: string, earlierUntilMs: number): Promise<boolean>;
  /** With its deliveries. False where there was none. */
  remove(tenant: TenantId, webhookId: string): Promise<boolean>;
  /**
   * For a change that is no transaction of the store. Others announce in theirs (`sql/webhooks/announce.ts`).
   */
  announce(event: NewEvent): Promise<void>;
  /** The id of the delivery; null where there is no such webhook, or it is disabled. */
  test(tenant: TenantId, webhookId: string, at: string): Promise<string | null>;
  /** Newest first, with an id below `before`. */
  deliveries(
    tenant: TenantId,
    webhookId: string,
    query: { readonly before: string | null; readonly limit: number; readonly status?: DeliveryStatus },
  ): Promise<readonly Delivery[]>;
  delivery(tenant: TenantId, deliveryId: string): Promise<Delivery | null>;
  /** Sends a delivery that has ended once more, with its event's id. */
  replay(tenant: TenantId, webhookId: string, deliveryId: string, at: string): Promise<ReplayResult>;
  /** Over all tenants. Deliveries that were taken are many, and are not counted. */
  counts(): Promise<DeliveryCounts>;
  /** Removes deliveries that ended before the time, and events without one. Returns how many deliveries. */
  forget(before: string, limit: number): Promise<number>;
}
