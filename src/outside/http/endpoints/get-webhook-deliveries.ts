import { WebhookDeliveryList, WebhookDeliveryQuery, WebhookPath } from '../../../contract/webhook.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { pendingExample } from './webhook-examples.ts';

export interface WebhookDeliveriesParts extends Pick<ServerDependencies, 'webhooks'> {
  readonly cursors: Sealer;
}

export const getWebhookDeliveries = ({ webhooks, cursors }: WebhookDeliveriesParts) =>
  operation({
    operationId: 'listWebhookDeliveries',
    sdk: 'webhooks.deliveries',
    method: 'GET',
    path: '/v1/webhooks/:webhook_id/deliveries',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'List deliveries of a webhook',
    description:
      'Newest first, each with its attempts and the body that is sent. A delivery is forgotten a week after it has ended. The cursor holds for the same webhook and `status`.',
    parameters: WebhookPath,
    query: WebhookDeliveryQuery,
    answer: {
      status: 200,
      description: 'A page.',
      schema: WebhookDeliveryList,
      example: { data: [pendingExample], next_cursor: null, has_more: false, request_id: REQUEST_ID },
    },
    errors: ['webhook_not_found'],
    handle: ({ caller, parameters: { webhook_id }, query, requestId }) => {
      const request = { caller, query: { ...query, webhook_id }, requestId };
      return answerPage(cursors, 'listWebhookDeliveries', request, (page) =>
        webhooks.deliveries(caller.tenantId, webhook_id, { ...page, status: query.status }),
      );
    },
  });
