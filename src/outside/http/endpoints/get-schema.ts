import { z } from 'zod';
import { Schema, SchemaList } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import { DomainQuery } from '../request/user-path.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getSchema = ({ schemas }: Pick<ServerDependencies, 'schemas'>) =>
  operation({
    operationId: 'getSchema',
    sdk: 'schema.get',
    method: 'GET',
    path: '/v1/schema',
    scope: 'read',
    tag: 'Schema',
    summary: 'Read the schema of a domain',
    description:
      'The fields of a domain: `hard` fields filter, `soft` fields feed the vectors, `derived` fields are computed at intake. `labels` are the outcomes that feedback takes, `terms` the parts of a score, `tiers` the ranking models that a match can pin. Without `domain`, the answer is `{data: [schema, …]}` with all domains of the workspace.',
    query: DomainQuery,
    answer: {
      status: 200,
      description: 'The schema, or all schemas.',
      schema: z.union([Schema, SchemaList]),
    },
    errors: ['domain_not_found'],
    handle: async ({ caller, query }) =>
      query.domain === undefined
        ? { data: [...(await schemas.list(caller.tenantId))] }
        : schemas.get(caller.tenantId, query.domain),
  });
