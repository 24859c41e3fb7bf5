import { WebhookDelivery, WebhookPath } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { pendingExample } from './webhook-examples.ts';

export const postWebhookTest = ({ webhooks }: Pick<ServerDependencies, 'webhooks'>) =>
  operation({
    operationId: 'testWebhook',
    sdk: { method: 'webhooks.test', retries: 0 },
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/test',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook.test` to this webhook alone, whichever events it takes. It is delivered like any other; read the delivery to see what came of it.',
    parameters: WebhookPath,
    answer: {
      status: 200,
      description: 'The delivery, which has just begun.',
      schema: WebhookDelivery,
      example: { ...pendingExample, request_id: REQUEST_ID },
    },
    errors: ['webhook_not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await webhooks.test(caller.tenantId, parameters.webhook_id)),
      request_id: requestId,
    }),
  });
