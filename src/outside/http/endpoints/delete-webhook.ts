import { RemovedWebhook, WebhookPath } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { webhookExample } from './webhook-examples.ts';

export const deleteWebhook = ({ webhooks, logger }: Pick<ServerDependencies, 'webhooks' | 'logger'>) =>
  operation({
    operationId: 'removeWebhook',
    sdk: 'webhooks.remove',
    method: 'DELETE',
    path: '/v1/webhooks/:webhook_id',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Remove a webhook',
    description: 'Nothing more is sent to it, and its deliveries are removed.',
    parameters: WebhookPath,
    answer: {
      status: 200,
      description: 'It is removed.',
      schema: RemovedWebhook,
      example: { id: webhookExample.id, removed: true, request_id: REQUEST_ID },
    },
    errors: ['webhook_not_found'],
    handle: async ({ caller, parameters: { webhook_id: id }, requestId }) => {
      await webhooks.remove(caller.tenantId, id);
      logger.info(
        { request_id: requestId, key_id: caller.keyId, tenant: caller.tenantId, webhook: id },
        'webhook removed',
      );
      return { id, removed: true as const, request_id: requestId };
    },
  });
