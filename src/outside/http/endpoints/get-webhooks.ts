import { WebhookList } from '../../../contract/webhook.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { webhookExample } from './webhook-examples.ts';

export const getWebhooks = ({ webhooks }: Pick<ServerDependencies, 'webhooks'>) =>
  operation({
    operationId: 'listWebhooks',
    sdk: 'webhooks.list',
    method: 'GET',
    path: '/v1/webhooks',
    scope: 'export',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'All webhooks of the workspace, at most 20, oldest first. Secrets are not shown.',
    answer: {
      status: 200,
      description: 'The webhooks.',
      schema: WebhookList,
      example: { data: [webhookExample], request_id: REQUEST_ID },
    },
    errors: [],
    handle: async ({ caller, requestId }) => ({
      data: [...(await webhooks.list(caller.tenantId))],
      request_id: requestId,
    }),
  });
