import { DomainPath, DomainSource, VersionQuery } from '../../../contract/domain.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getDomain = ({ domains }: Pick<ServerDependencies, 'domains'>) =>
  operation({
    operationId: 'getDomain',
    sdk: 'domains.get',
    method: 'GET',
    path: '/v1/domains/:domain',
    scope: 'read',
    tag: 'Domains',
    summary: 'Read the definition of a domain',
    description:
      'The definition as it was written, with a summary: fields, how many extraction rules each has, and the points that each term of the scorecard can give. `versions` lists every version that the workspace could use; `version` reads one of them.',
    parameters: DomainPath,
    query: VersionQuery,
    answer: { status: 200, description: 'The definition.', schema: DomainSource },
    errors: ['domain_not_found'],
    handle: async ({ caller, parameters: { domain }, query: { version }, requestId }) => ({
      ...(await domains.source(caller.tenantId, domain, version)),
      request_id: requestId,
    }),
  });
