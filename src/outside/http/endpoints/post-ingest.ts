import type { z } from 'zod';
import { IngestRequest } from '../../../contract/deprecated.ts';
import { UserRecord } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const ingestExample: z.input<typeof IngestRequest> = {
  user_id: 'gil',
  text: "I'm 34 and live in Porto, where I restore old furniture. I value honesty, and I'm looking for something serious.",
  metadata: { gender: 'man' },
  summary: 'Calm, patient, wants a family.',
};

export const postIngest = ({ profiles, accounts }: Pick<ServerDependencies, 'profiles' | 'accounts'>) =>
  operation({
    operationId: 'ingest',
    sdk: 'earlier.ingest',
    deprecated: true,
    method: 'POST',
    path: '/v1/ingest',
    scope: 'write',
    tag: 'Earlier',
    summary: 'Create or replace a user from a text',
    description:
      'Use POST /v1/users: `text` is its `context`, `metadata` its `fields`. The call replaces earlier values as that operation does. `enrich` queries the enrichment endpoint that the operator set up for you. Its values rank below the values that you gave and below those of the texts; if it fails, the answer has a warning.',
    body: IngestRequest,
    texts: ['text', 'summary'],
    examples: { 'A bio, with what is certain': ingestExample },
    answer: {
      status: 200,
      description: 'The user record, every value with its provenance.',
      schema: UserRecord,
    },
    errors: [
      'erased',
      'domain_not_found',
      'invalid_field_value',
      'enrichment_unavailable',
      'conflict',
      'warming_up',
    ],
    alsoAs: { domain_not_found: 422 },
    idempotency: 'optional',
    handle: async ({ caller, body }) => {
      const { user_id, text, metadata, summary, schema, enrich } = body;
      const domain = body.domain ?? (await accounts.defaultDomain(caller.tenantId, schema));
      return profiles.upsert(caller.tenantId, {
        user_id,
        domain,
        context: text,
        fields: metadata,
        summary,
        schema,
        enrich,
      });
    },
  });
