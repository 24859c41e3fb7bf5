import { WebhookPath, WebhookWithSecret } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { EXAMPLE_SECRET, webhookExample } from './webhook-examples.ts';

export const postWebhookRotate = ({ webhooks, logger }: Pick<ServerDependencies, 'webhooks' | 'logger'>) =>
  operation({
    operationId: 'rotateWebhookSecret',
    sdk: { method: 'webhooks.rotate', retries: 0 },
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/rotate',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description:
      'Makes a new secret, which this answer alone contains. The earlier one stays valid for 24 hours: until then each delivery carries two signatures, so receivers may change over at any time. Another rotation within that time ends the older of the two at once.',
    parameters: WebhookPath,
    answer: {
      status: 200,
      description: 'The webhook, with its new secret.',
      schema: WebhookWithSecret,
      example: {
        ...webhookExample,
        earlier_secret_until: '2026-12-01T09:00:00.000Z',
        secret: EXAMPLE_SECRET,
        request_id: REQUEST_ID,
      },
    },
    errors: ['webhook_not_found'],
    handle: async ({ caller, parameters, requestId }) => {
      const webhook = await webhooks.rotate(caller.tenantId, parameters.webhook_id);
      logger.info(
        { request_id: requestId, key_id: caller.keyId, tenant: caller.tenantId, webhook: webhook.id },
        'webhook secret rotated',
      );
      return { ...webhook, request_id: requestId };
    },
  });
