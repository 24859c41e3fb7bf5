/** Webhooks for callers: made, changed, tested; their deliveries read and sent again. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError, invalidRequest } from '../../contract/errors.ts';
import { newGrowingId } from '../../contract/new-id.ts';
import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  WebhookDeliveryFields,
  WebhookFields,
} from '../../contract/webhook.ts';
import {
  type DeliveryStatus,
  MAX_WEBHOOKS,
  type ReplayResult,
  type Webhook,
  type WebhookStore,
} from '../../platform/storage/webhook-store.ts';
import { allowedDestination } from './allowed-destination.ts';
import { newSecret } from './sign-message.ts';
import { viewDelivery, viewWebhook } from './view-webhook.ts';

/** Hosts that may be private, or called by http: those that the operator allow-listed for the tenant. */
export type AllowedHosts = (tenant: TenantId) => Promise<readonly string[]>;

export interface WebhookParts {
  readonly webhooks: WebhookStore;
  readonly allowedHosts: AllowedHosts;
  /** Makes workers look for jobs at once. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
}

export type WebhookWithSecret = WebhookFields & { readonly secret: string };

interface DeliveryPage {
  readonly before: string | null;
  readonly limit: number;
  readonly status?: DeliveryStatus | undefined;
}

/** An unknown id is 404 `webhook_not_found` in each. */
export interface WebhookService {
  /** 400 for an address that may not be called; 409 `conflict` where there are MAX_WEBHOOKS. */
  create(tenant: TenantId, request: CreateWebhookRequest): Promise<WebhookWithSecret>;
  /** All of the workspace, oldest first. */
  list(tenant: TenantId): Promise<readonly WebhookFields[]>;
  get(tenant: TenantId, webhookId: string): Promise<WebhookFields>;
  /** 400 for an address that may not be called. */
  change(tenant: TenantId, webhookId: string, request: ChangeWebhookRequest): Promise<WebhookFields>;
  remove(tenant: TenantId, webhookId: string): Promise<void>;
  /** The earlier secret signs too, for a day. */
  rotate(tenant: TenantId, webhookId: string): Promise<WebhookWithSecret>;
  /** The delivery of a test event. 409 `conflict` where the webhook is disabled. */
  test(tenant: TenantId, webhookId: string): Promise<WebhookDeliveryFields>;
  /** Newest first. `next`: the id below which the next page begins; null on the last one. */
  deliveries(
    tenant: TenantId,
    webhookId: string,
    page: DeliveryPage,
  ): Promise<{ readonly data: readonly WebhookDeliveryFields[]; readonly next: string | null }>;
  /**
   * Sends a delivery that has ended once more. 404 `delivery_not_found`; 409 `conflict` where it is under
   * way, its data are not kept, or the webhook is disabled.
   */
  replay(tenant: TenantId, webhookId: string, deliveryId: string): Promise<WebhookDeliveryFields>;
}

const BOTH_VALID_MS = 24 * 3_600_000;
const BY_REQUEST = 'It was disabled by request.';

export function createWebhookService(parts: WebhookParts): WebhookService {
  const { webhooks, wake, clock } = parts;
  const now = () => new Date(clock()).toISOString();
  const find = async (tenant: TenantId, webhookId: string): Promise<Webhook> => {
    const webhook = await webhooks.get(tenant, webhookId);
    if (webhook === null) throw noWebhook(webhookId);
    return webhook;
  };
  const view = async (tenant: TenantId, id: string) => viewWebhook(await find(tenant, id), clock());
  const viewOf = async (tenant: TenantId, deliveryId: string) => {
    const delivery = await webhooks.delivery(tenant, deliveryId);
    if (delivery === null) throw noDelivery(deliveryId);
    return viewDelivery(delivery);
  };

  return {
    async create(tenant, request) {
      await refuseAddress(parts, tenant, request.url);
      const webhook = newWebhook(tenant, request, now());
      if (!(await webhooks.create(webhook))) throw tooMany();
      return { ...viewWebhook(webhook, clock()), secret: webhook.secret };
    },
    list: async (tenant) => (await webhooks.list(tenant)).map((webhook) => viewWebhook(webhook, clock())),
    get: view,
    async change(tenant, webhookId, { enabled, ...request }) {
      if (request.url !== undefined) await refuseAddress(parts, tenant, request.url);
      const disabled = enabled === undefined ? undefined : disabledAs(enabled, now());
      const change = { ...request, ...(disabled !== undefined && { disabled }) };
      if (!(await webhooks.change(tenant, webhookId, change))) throw noWebhook(webhookId);
      return view(tenant, webhookId);
    },
    async remove(tenant, webhookId) {
      if (!(await webhooks.remove(tenant, webhookId))) throw noWebhook(webhookId);
    },
    async rotate(tenant, webhookId) {
      const secret = newSecret();
      if (!(await webhooks.rotate(tenant, webhookId, secret, clock() + BOTH_VALID_MS)))
        throw noWebhook(webhookId);
      return { ...(await view(tenant, webhookId)), secret };
    },
    async test(tenant, webhookId) {
      await find(tenant, webhookId);
      const deliveryId = await webhooks.test(tenant, webhookId, now());
      if (deliveryId === null) throw isDisabled(webhookId);
      wake();
      return viewOf(tenant, deliveryId);
    },
    async deliveries(tenant, webhookId, { before, limit, status }) {
      await find(tenant, webhookId);
      const asked = { before, limit: limit + 1, ...(status !== undefined && { status }) };
      const found = await webhooks.deliveries(tenant, webhookId, asked);
      const data = found.slice(0, limit);
      return { data: data.map(viewDelivery), next: found.length > limit ? data.at(-1)!.deliveryId : null };
    },
    async replay(tenant, webhookId, deliveryId) {
      await find(tenant, webhookId);
      refuseReplay(await webhooks.replay(tenant, webhookId, deliveryId, now()), webhookId, deliveryId);
      wake();
      return viewOf(tenant, deliveryId);
    },
  };
}

const disabledAs = (enabled: boolean, at: string) => (enabled ? null : { at, because: BY_REQUEST });

function newWebhook(tenant: TenantId, request: CreateWebhookRequest, at: string): Webhook {
  return {
    tenantId: tenant,
    webhookId: newGrowingId('wh'),
    url: request.url,
    description: request.description ?? null,
    events: request.events ?? null,
    secret: newSecret(),
    earlierSecret: null,
    disabledAt: null,
    disabledBecause: null,
    createdAt: at,
  };
}

async function refuseAddress({ allowedHosts }: WebhookParts, tenant: TenantId, url: string): Promise<void> {
  const destination = allowedDestination(url, await allowedHosts(tenant));
  if (typeof destination === 'string') throw invalidRequest([{ path: 'url', message: destination }]);
}

function refuseReplay(result: ReplayResult, webhookId: string, deliveryId: string): void {
  if (result === 'queued') return;
  if (result === 'unknown') throw noDelivery(deliveryId);
  if (result === 'disabled') throw isDisabled(webhookId);
  const reason =
    result === 'pending'
      ? 'is under way; it is attempted until it is taken, for a day'
      : 'told of an erasure, whose person is not kept after the delivery';
  throw apiError('conflict', `The delivery ${deliveryId} ${reason}. Nothing was sent.`, {
    delivery_id: deliveryId,
  });
}

const noWebhook = (webhookId: string) =>
  apiError('webhook_not_found', `There is no webhook ${webhookId}. GET /v1/webhooks lists them.`, {
    webhook_id: webhookId,
  });

const noDelivery = (deliveryId: string) =>
  apiError(
    'delivery_not_found',
    `There is no delivery ${deliveryId} of this webhook. GET /v1/webhooks/{webhook_id}/deliveries lists those of the last week.`,
    { delivery_id: deliveryId },
  );

const isDisabled = (webhookId: string) =>
  apiError(
    'conflict',
    `The webhook ${webhookId} is disabled. Enable it first: PATCH with {"enabled": true}.`,
    {
      webhook_id: webhookId,
    },
  );

const tooMany = () =>
  apiError(
    'conflict',
    `This workspace has ${MAX_WEBHOOKS} webhooks, the most that it may have. Remove one first.`,
    { most: MAX_WEBHOOKS },
  );
