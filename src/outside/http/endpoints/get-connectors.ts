import { Connectors } from '../../../contract/connector.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';

export const getConnectors = ({ listConnectors }: Pick<ServerDependencies, 'listConnectors'>) =>
  operation({
    operationId: 'listConnectors',
    sdk: 'messages.connectors',
    method: 'GET',
    path: '/v1/connectors',
    scope: 'read',
    tag: 'Messages',
    summary: 'List connectors',
    description:
      'Every connector of the workspace (`counterpart connect`) by name, with how far it has come. One that has not looked at its source for long is not running.',
    answer: {
      status: 200,
      description: 'The connectors.',
      schema: Connectors,
      example: {
        data: [
          {
            name: 'shop-views',
            source: 'kafka',
            stored: 18204,
            rejected: 3,
            lag: 12,
            checked_at: '2024-05-03T18:02:12.410Z',
          },
        ],
        request_id: REQUEST_ID,
      },
    },
    errors: [],
    handle: async ({ caller, requestId }) => ({
      data: await listConnectors(caller.tenantId),
      request_id: requestId,
    }),
  });
