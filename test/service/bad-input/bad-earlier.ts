/** The operations and keys of the earlier description. */
import { MAX_TEXT_BYTES } from '../../../src/contract/common.ts';
import { type BadRequest, bad, posts, type Row } from './bad-request.ts';
import { badDomains, badIds, blankTexts } from './bad-users.ts';

const tooLong = 'x'.repeat(MAX_TEXT_BYTES + 1);
const ingest = (more: object) => ({ user_id: 'fresh', domain: 'dating', text: 'I am 30.', ...more });
const ingestion: readonly Row[] = [
  ...badIds((user_id) => ({ user_id, text: 'I am 30.' }), 'user_id'),
  ...badDomains((domain) => ingest({ domain })),
  ...blankTexts((text) => ingest({ text }), 'text'),
  ...blankTexts((summary) => ingest({ summary }), 'summary'),
  ['text one byte too long', ingest({ text: tooLong }), 413, 'payload_too_large', 'text'],
  ['summary one byte too long', ingest({ summary: tooLong }), 413, 'payload_too_large', 'summary'],
  ['metadata an array', ingest({ metadata: [] }), 400, 'invalid_request', 'metadata'],
  ['metadata of the wrong type', ingest({ metadata: { age: '30' } }), 422, 'invalid_field_value', 'age'],
  ['metadata out of range', ingest({ metadata: { age: 7 } }), 422, 'invalid_field_value', 'age'],
  ['an unknown schema', ingest({ schema: 'dating.v9' }), 422, 'domain_not_found', 'dating.v1'],
  ['a schema of another domain', ingest({ domain: 'dating', schema: 'hiring.v1' }), 422, 'domain_not_found'],
  ['a schema not enabled', ingest({ schema: 'marketplace.v1' }), 422, 'domain_not_found'],
  ['a schema without a version', ingest({ schema: 'dating' }), 422, 'domain_not_found'],
  ['enrich without an endpoint', ingest({ enrich: true }), 422, 'enrichment_unavailable'],
  ['a key of POST /users', ingest({ context: 'x' }), 400, 'invalid_request', 'context'],
];

const stream = (more: object) => ({ user_id: 'fresh', domain: 'dating', text: 'I am 30.', ...more });
const streaming: readonly Row[] = [
  ...badIds((user_id) => ({ user_id, text: 'I am 30.' }), 'user_id'),
  ...badDomains((domain) => stream({ domain })),
  ...blankTexts((text) => stream({ text }), 'text'),
  ['source blank', stream({ source: ' ' }), 400, 'invalid_request', 'source'],
  ['text one byte too long', stream({ text: tooLong }), 413, 'payload_too_large', 'text'],
  ['a key of POST /context', stream({ content: 'x' }), 400, 'invalid_request', 'content'],
];

const item = (more: object = {}) => ({ user_id: 'ana', candidate_id: 'bob', action: 'accepted', ...more });
const batch = (more: object) => ({ batch_id: 'b1', domain: 'dating', items: [item()], ...more });
const batches: readonly Row[] = [
  [
    'a key of POST /feedback',
    batch({ items: [item({ outcome: 'accepted' })] }),
    400,
    'invalid_request',
    'items[0].outcome',
  ],
  ...badIds((batch_id) => ({ batch_id, items: [item()] }), 'batch_id'),
  ...badDomains((domain) => batch({ domain })),
  ['action in capitals', batch({ items: [item({ action: 'Accepted' })] }), 400, 'invalid_request'],
];

const match = (more: object) => ({ user_id: 'ana', ...more });
const matches: readonly Row[] = [
  ['an earlier key does not stand for a limit', match({ explain: true }), 400, 'invalid_request', 'domain'],
  [
    'max_matches neither, where there are several',
    match({ max_matches: 5 }),
    400,
    'invalid_request',
    'domain',
  ],
  ['limit beside max_matches', match({ limit: 5, max_matches: 5 }), 400, 'invalid_request', 'max_matches'],
  [
    'filters beside metadata_filters',
    match({ domain: 'dating', filters: {}, metadata_filters: {} }),
    400,
    'invalid_request',
    'metadata_filters',
  ],
  [
    'metadata_filters of the wrong type',
    match({ domain: 'dating', metadata_filters: { age: { gt: 'x' } } }),
    400,
    'invalid_request',
    'metadata_filters.age.gt',
  ],
  [
    'metadata_filters unknown',
    match({ domain: 'dating', metadata_filters: { height: 1 } }),
    422,
    'unknown_filter',
    'height',
  ],
  [
    'a tier that is not there, beside custom',
    match({ domain: 'dating', model: 'custom', stages: { cross_encoder: { model: 'tenant' } } }),
    422,
    'model_unavailable',
  ],
  ['nothing but an unknown key', { nonsense: 1 }, 400, 'invalid_request', 'domain'],
];

const train: readonly Row[] = [
  ['force does not stand for a domain', { force: true }, 400, 'invalid_request', 'domain'],
  ['min_triplets neither, where there are several', { min_triplets: 5 }, 400, 'invalid_request', 'domain'],
  ['min_triplets above what waits', { domain: 'dating', min_triplets: 5 }, 409, 'below_threshold'],
];

const guarded: readonly BadRequest[] = (
  [
    ['/v1/ingest', ingest({})],
    ['/v1/stream', stream({})],
    ['/v1/feedback/batch', batch({})],
  ] as const
).flatMap(([path, body]) => [
  bad('a domain of another workspace', 'POST', path, 403, 'forbidden', {
    key: 'other',
    body: { ...body, domain: 'hiring' },
  }),
]);

export const badEarlier: readonly BadRequest[] = [
  ...posts('/v1/ingest', ingestion),
  ...posts('/v1/stream', streaming),
  ...posts('/v1/feedback/batch', batches),
  ...posts('/v1/match', matches),
  ...posts('/v1/train', train),
  ...guarded,
];
