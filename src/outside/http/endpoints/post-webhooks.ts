import { CreateWebhookRequest, WebhookWithSecret } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { EXAMPLE_SECRET, webhookExample } from './webhook-examples.ts';

export const postWebhooks = ({ webhooks, logger }: Pick<ServerDependencies, 'webhooks' | 'logger'>) =>
  operation({
    operationId: 'createWebhook',
    sdk: { method: 'webhooks.create', retries: 0 },
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'From now on the service posts events of the workspace to the address, in the form of Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` in the head, `{type, timestamp, data}` in the body. The answer is the only one that contains the secret, so `Idempotency-Key` is not honoured. An event is delivered at least once and in no particular order: the same `webhook-id` is the same event. Any status from 200 to 299 takes it. Everything else is tried again with growing waits for a day; 410 disables the webhook. Redirects are not followed. Into a topic of Kafka each event is one record: the key is the id of the event, the value is the body, and the record has the same headers.',
    body: CreateWebhookRequest,
    examples: {
      'All events': { url: 'https://example.com/hooks/counterpart' },
      'Only mutual matches': {
        url: 'https://example.com/hooks/matches',
        events: ['match.mutual'],
        description: 'opens the chat of two people',
      },
    },
    answer: {
      status: 200,
      description: 'The webhook, with its secret.',
      schema: WebhookWithSecret,
      example: { ...webhookExample, secret: EXAMPLE_SECRET, request_id: REQUEST_ID },
    },
    errors: ['conflict'],
    handle: async ({ caller, body, requestId }) => {
      const webhook = await webhooks.create(caller.tenantId, body);
      logger.info(
        { request_id: requestId, key_id: caller.keyId, tenant: caller.tenantId, webhook: webhook.id },
        'webhook created',
      );
      return { ...webhook, request_id: requestId };
    },
  });
