import { UpsertUserRequest, UserRecord } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const upsertExample: UpsertUserRequest = {
  user_id: 'ana',
  domain: 'dating',
  context:
    "I'm 31 and live in Lisbon. I run every morning, read too many novels, and I'm looking for something serious.",
  fields: { gender: 'woman' },
  preferences: { age: { gte: 28, lte: 40 }, location_within_km: 100 },
};

export const postUsers = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'upsertUser',
    sdk: 'users.upsert',
    method: 'POST',
    path: '/v1/users',
    scope: 'write',
    tag: 'Users',
    summary: 'Create or replace a user',
    description:
      'For first intake, full re-import and profile edits. Fields are extracted from `context` and from the text at `memory_ref`; values in `fields` win over extracted ones. With `fields`, the call removes earlier client-given values that it does not mention. With `context` or `memory_ref`, it removes earlier extracted values. `replace: true` removes everything else. `merge: true` removes nothing: each value is laid over the stored one, and the text is added. `record` takes a person back as an export has it: values with their sources, and texts with their times. Nothing is read again.',
    body: UpsertUserRequest,
    texts: ['context'],
    examples: { 'A person in their own words': upsertExample },
    answer: {
      status: 200,
      description: 'The user record, every value with its provenance.',
      schema: UserRecord,
    },
    errors: [
      'erased',
      'domain_not_found',
      'invalid_field_value',
      'unknown_filter',
      'conflict',
      'warming_up',
      'dependency_unavailable',
    ],
    idempotency: 'optional',
    handle: ({ caller, body }) => profiles.upsert(caller.tenantId, body),
  });
