/** Webhooks of the workspace, and their deliveries. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';

export type Webhook = wire.WebhookFields;
export type WebhookDelivery = wire.WebhookDeliveryFields;

const DELIVERIES_A_PAGE = 20;
const DELIVERIES_EVERY_MS = 3000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await client.webhooks.list({ signal })).data,
});

/** Asked for again while the page is visible. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: ({ pageParam: cursor, signal }) =>
      client.request<{ readonly data: WebhookDelivery[]; readonly next_cursor: string | null }>(
        {
          method: 'GET',
          path: `/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries`,
          query: { cursor, limit: DELIVERIES_A_PAGE },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: DELIVERIES_EVERY_MS,
    refetchIntervalInBackground: false,
  });
