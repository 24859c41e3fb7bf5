import { z } from 'zod';
import { Schema, SchemaList } from '../../contract/user.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DomainQuery } from '../user-path.ts';

export const getSchema = ({ accounts }: Pick<ServerDependencies, 'accounts'>) =>
  operation({
    operationId: 'getSchema',
    method: 'GET',
    path: '/v1/schema',
    scope: 'read',
    tag: 'Schema',
    summary: 'Read the schema of a domain',
    description:
      'The fields of a domain: `hard` fields filter, `soft` fields feed the vectors, `derived` fields are computed at intake. Without `domain`, the answer is `{data: [schema, …]}` with all domains of the workspace.',
    query: DomainQuery,
    answer: {
      status: 200,
      description: 'The schema, or all schemas.',
      schema: z.union([Schema, SchemaList]),
    },
    errors: ['domain_not_found'],
    handle: async ({ caller, query }) =>
      query.domain === undefined
        ? { data: [...(await accounts.schemas(caller.tenantId))] }
        : accounts.schema(caller.tenantId, query.domain),
  });
