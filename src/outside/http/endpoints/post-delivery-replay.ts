import { WebhookDelivery, WebhookDeliveryPath } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { pendingExample } from './webhook-examples.ts';

export const postDeliveryReplay = ({ webhooks }: Pick<ServerDependencies, 'webhooks'>) =>
  operation({
    operationId: 'replayWebhookDelivery',
    sdk: { method: 'webhooks.replay', retries: 0 },
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/deliveries/:delivery_id/replay',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description:
      'Sends a delivery of the last week once more, with the same `webhook-id` and body, to the present address, for up to a day. Only one that has ended. An event that told of an erasure is not kept after its deliveries, so it cannot be sent again.',
    parameters: WebhookDeliveryPath,
    answer: {
      status: 200,
      description: 'The delivery, which is pending again.',
      schema: WebhookDelivery,
      example: { ...pendingExample, request_id: REQUEST_ID },
    },
    errors: ['webhook_not_found', 'delivery_not_found', 'conflict'],
    handle: async ({ caller, parameters: { webhook_id, delivery_id }, requestId }) => ({
      ...(await webhooks.replay(caller.tenantId, webhook_id, delivery_id)),
      request_id: requestId,
    }),
  });
