import { ChangeWebhookRequest, Webhook, WebhookPath } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { webhookExample } from './webhook-examples.ts';

export const patchWebhook = ({ webhooks, logger }: Pick<ServerDependencies, 'webhooks' | 'logger'>) =>
  operation({
    operationId: 'changeWebhook',
    sdk: 'webhooks.change',
    method: 'PATCH',
    path: '/v1/webhooks/:webhook_id',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'A JSON Merge Patch (RFC 7396): what it does not name stays as it is. Deliveries that wait go to the new address. `enabled: true` also enables a webhook that an answer with status 410 had disabled; what happened meanwhile is not sent.',
    parameters: WebhookPath,
    body: ChangeWebhookRequest,
    examples: {
      'Off for now': { enabled: false },
      'On again, for all events': { enabled: true, events: null },
    },
    answer: {
      status: 200,
      description: 'The webhook as it stands now.',
      schema: Webhook,
      example: { ...webhookExample, events: null, request_id: REQUEST_ID },
    },
    errors: ['webhook_not_found'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const webhook = await webhooks.change(caller.tenantId, parameters.webhook_id, body);
      logger.info(
        { request_id: requestId, key_id: caller.keyId, tenant: caller.tenantId, webhook: webhook.id },
        'webhook changed',
      );
      return { ...webhook, request_id: requestId };
    },
  });
