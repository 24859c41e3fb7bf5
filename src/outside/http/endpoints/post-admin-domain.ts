import { MIB } from '../../../contract/common.ts';
import {
  MAX_DEFINITION_BYTES,
  PublishDomainRequest,
  PublishedDomain,
  TenantDomainPath,
} from '../../../contract/domain.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { checkDomainExample } from './post-domain-check.ts';

export const postAdminDomain = ({ domains, logger }: Pick<ServerDependencies, 'domains' | 'logger'>) =>
  operation({
    operationId: 'publishDomain',
    sdk: 'domains.publish',
    method: 'POST',
    path: '/v1/admin/tenants/:tenant_id/domains/:domain',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Publish a version of a domain',
    description:
      'Stores a definition as the next version of the domain and puts it in force, as `counterpart domains add` does. The answer comes when stored people were read again for required fields. Where another version is in force than `expected_version`, the version exists, or the definition takes away or retypes what stored people have, the answer is 409 `conflict` and nothing changes. The same definition again is answered as the first time.',
    parameters: TenantDomainPath,
    body: PublishDomainRequest,
    texts: ['source'],
    textLimit: MAX_DEFINITION_BYTES,
    bodyLimit: 3 * MIB,
    examples: {
      'The first version of a new domain': {
        source: checkDomainExample.source,
        expected_version: null,
      },
    },
    answer: { status: 200, description: 'The version, now in force.', schema: PublishedDomain },
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, parameters: { tenant_id, domain }, body, requestId }) => {
      const tenant = await domains.tenant(tenant_id);
      const published = await domains.publish(tenant, domain, body);
      audit(logger, { caller, requestId }, { action: 'domain.publish', tenant, domain });
      return { ...published, request_id: requestId };
    },
  });
