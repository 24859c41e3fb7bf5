import { Webhook, WebhookPath } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { webhookExample } from './webhook-examples.ts';

export const getWebhook = ({ webhooks }: Pick<ServerDependencies, 'webhooks'>) =>
  operation({
    operationId: 'getWebhook',
    sdk: 'webhooks.get',
    method: 'GET',
    path: '/v1/webhooks/:webhook_id',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Read a webhook',
    description: 'Without its secret.',
    parameters: WebhookPath,
    answer: {
      status: 200,
      description: 'The webhook.',
      schema: Webhook,
      example: { ...webhookExample, request_id: REQUEST_ID },
    },
    errors: ['webhook_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await webhooks.get(caller.tenantId, parameters.webhook_id)),
      request_id: requestId,
    }),
  });
