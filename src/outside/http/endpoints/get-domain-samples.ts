import { DomainPath } from '../../../contract/domain.ts';
import { DomainSamples } from '../../../contract/user-list.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getDomainSamples = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'listDomainSamples',
    sdk: 'users.samples',
    method: 'GET',
    path: '/v1/domains/:domain/samples',
    scope: 'read',
    tag: 'Users',
    summary: 'Read the sample people of a domain',
    description:
      'About 200 invented people of a domain that comes with the product, each a body of POST /v1/users. Nothing is stored by reading them. 404 `not_found` for a domain without samples.',
    parameters: DomainPath,
    answer: { status: 200, description: 'The sample people.', schema: DomainSamples },
    errors: ['domain_not_found', 'not_found'],
    handle: async ({ caller, parameters: { domain }, requestId }) => ({
      domain,
      data: [...(await profiles.samples(caller.tenantId, domain))],
      request_id: requestId,
    }),
  });
