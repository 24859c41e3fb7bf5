/** POST /match and /match/batch; the seeker `ana` of the workspace `main` is there. */
import { MAX_TEXT_BYTES } from '../../../src/contract/common.ts';
import { type BadRequest, bad, posts, type Row } from './bad-request.ts';
import { badDomains, badIds } from './bad-users.ts';

const match = (more: object) => ({ user_id: 'ana', domain: 'dating', ...more });
const filters = (given: object) => match({ filters: given });
const stages = (given: object) => match({ stages: given });
const stage = (name: string, given: object): unknown => stages({ [name]: given });

const rows: readonly Row[] = [
  ...badIds((user_id) => match({ user_id }), 'user_id'),
  ...badDomains((domain) => match({ domain })),
  ['seeker unknown', match({ user_id: 'nobody' }), 404, 'user_not_found'],
  ['seeker in other letters', match({ user_id: 'Ana' }), 404, 'user_not_found'],
  ['seeker in another normal form', match({ user_id: 'ana\u0301' }), 404, 'user_not_found'],
  ['unknown key', match({ top_k: 5 }), 400, 'invalid_request', 'top_k'],
  ['explore above 0.2', match({ explore: 0.21 }), 400, 'invalid_request', 'explore'],
  ['explore below 0', match({ explore: -0.01 }), 400, 'invalid_request', 'explore'],
  ['explore a text', match({ explore: '0.1' }), 400, 'invalid_request', 'explore'],
  ['explore null', match({ explore: null }), 400, 'invalid_request', 'explore'],
  ['filters an array', match({ filters: [] }), 400, 'invalid_request', 'filters'],
  ['filter of an unknown field', filters({ height: 180 }), 422, 'unknown_filter', 'height'],
  ['filter of a soft field', filters({ values_text: 'x' }), 422, 'unknown_filter', 'values_text'],
  [
    'filter of a derived field',
    filters({ attachment_style: 'secure' }),
    422,
    'unknown_filter',
    'attachment_style',
  ],
  ['filter «constructor»', filters({ constructor: 1 }), 422, 'unknown_filter', 'constructor'],
  ['filter with an SQL quote', filters({ "age' OR 1=1 --": 1 }), 422, 'unknown_filter', 'OR 1=1'],
  ['filter in capitals', filters({ Age: 30 }), 422, 'unknown_filter', 'Age'],
  [
    'distance of a field that is no place',
    filters({ age_within_km: 5 }),
    422,
    'unknown_filter',
    'age_within_km',
  ],
  ['age equal to a string', filters({ age: '30' }), 400, 'invalid_request', 'filters.age'],
  ['age equal to a fraction', filters({ age: 30.5 }), 400, 'invalid_request', 'filters.age'],
  ['age equal to null', filters({ age: null }), 400, 'invalid_request', 'filters.age'],
  ['age of an empty object', filters({ age: {} }), 400, 'invalid_request', 'filters.age'],
  [
    'age with an unknown operator',
    filters({ age: { between: [1, 2] } }),
    400,
    'invalid_request',
    'filters.age.between',
  ],
  ['age above a string', filters({ age: { gt: '30' } }), 400, 'invalid_request', 'filters.age.gt'],
  ['age in no list', filters({ age: { in: 30 } }), 400, 'invalid_request', 'filters.age.in'],
  ['age in a list with a string', filters({ age: [30, '31'] }), 400, 'invalid_request', 'filters.age[1]'],
  ['gender above', filters({ gender: { gt: 'man' } }), 400, 'invalid_request', 'filters.gender.gt'],
  ['gender not among its values', filters({ gender: 'Man' }), 400, 'invalid_request', 'filters.gender'],
  [
    'exists neither true nor false',
    filters({ age: { exists: 'no' } }),
    400,
    'invalid_request',
    'filters.age.exists',
  ],
  ['distance 0', filters({ location_within_km: 0 }), 400, 'invalid_request', 'filters.location_within_km'],
  [
    'distance negative',
    filters({ location_within_km: -1 }),
    400,
    'invalid_request',
    'filters.location_within_km',
  ],
  [
    'distance round the globe',
    filters({ location_within_km: 20_038 }),
    400,
    'invalid_request',
    'filters.location_within_km',
  ],
  [
    'distance a string',
    filters({ location_within_km: '10' }),
    400,
    'invalid_request',
    'filters.location_within_km',
  ],
  [
    'distance from nowhere known',
    filters({ location_within_km: 10, location_from: 'Xyzzyville Qqq' }),
    422,
    'location_unknown',
    'location_from',
  ],
  [
    'distance from a number',
    filters({ location_within_km: 10, location_from: 7 }),
    400,
    'invalid_request',
    'filters.location_from',
  ],
  [
    'distance from off the globe',
    filters({ location_within_km: 10, location_from: { lat: 99, lon: 0 } }),
    400,
    'invalid_request',
    'filters.location_from',
  ],
  [
    'a place to measure from, and no distance',
    filters({ location_from: 'Lisbon' }),
    400,
    'invalid_request',
    'filters.location_from',
  ],
  [
    'distance from a seeker without a place',
    { ...(filters({ location_within_km: 10 }) as object), user_id: 'placeless' },
    422,
    'location_unknown',
  ],
  [
    'excluded ids no list',
    filters({ exclude_user_ids: 'bob' }),
    400,
    'invalid_request',
    'filters.exclude_user_ids',
  ],
  [
    'excluded ids with a fraction',
    filters({ exclude_user_ids: ['bob', 1.5] }),
    400,
    'invalid_request',
    'filters.exclude_user_ids[1]',
  ],
  [
    '10,001 excluded ids',
    filters({ exclude_user_ids: Array.from({ length: 10_001 }, (_, n) => `u${n}`) }),
    400,
    'invalid_request',
    'filters.exclude_user_ids',
  ],
  [
    'excluded outcomes no list',
    filters({ exclude_outcomes: 'rejected' }),
    400,
    'invalid_request',
    'filters.exclude_outcomes',
  ],
  [
    'excluded outcome a number',
    filters({ exclude_outcomes: [1] }),
    400,
    'invalid_request',
    'filters.exclude_outcomes[0]',
  ],
  [
    'excluded outcome unknown',
    filters({ exclude_outcomes: ['superlike'] }),
    422,
    'unknown_outcome',
    'superlike',
  ],
  [
    'a number beyond doubles',
    '{"user_id":"ana","domain":"dating","filters":{"age":{"lt":1e999}}}',
    400,
    'invalid_request',
    'filters.age.lt',
  ],
  [
    'a candidate that is no id',
    match({ candidate_user_ids: ['bob', '\u0000'] }),
    400,
    'invalid_request',
    'candidate_user_ids[1]',
  ],
  [
    '10,001 candidates',
    match({ candidate_user_ids: Array.from({ length: 10_001 }, (_, n) => `u${n}`) }),
    400,
    'invalid_request',
    'candidate_user_ids',
  ],
  ['a candidate twice', match({ candidate_user_ids: ['bob', 'eva', 'bob'] }), 422, 'duplicate_id', 'bob'],
  ['stages an array', match({ stages: [] }), 400, 'invalid_request', 'stages'],
  [
    'sql_filter takes no top_k',
    stage('sql_filter', { top_k: 5 }),
    400,
    'invalid_request',
    'stages.sql_filter.top_k',
  ],
  [
    'a tier that is not there',
    stage('cross_encoder', { model: 'tenant' }),
    422,
    'model_unavailable',
    'available',
  ],
  ['the same in light_ml', stage('light_ml', { model: 'tenant' }), 422, 'model_unavailable', 'available'],
  ['the same in embedding', stage('embedding', { model: 'tenant' }), 422, 'model_unavailable', 'available'],
];

const batchPath = '/v1/match/batch';
const headers = { 'idempotency-key': 'key-bad-match' };
const withKey = (rows: readonly BadRequest[]): readonly BadRequest[] =>
  rows.map((row) => ({ ...row, headers: { ...headers, ...row.headers } }));
const inBatch = (given: object) => ({ domain: 'dating', ...given });
const invalid = (name: string, given: object, at: string): Row => [
  name,
  inBatch(given),
  400,
  'invalid_request',
  at,
];

const batches: readonly Row[] = [
  ...badDomains((domain) => ({ domain, user_ids: ['ana'] })),
  invalid('100,001 users', { user_ids: Array(100_001).fill('ana') }, 'user_ids'),
  ...badIds((id) => inBatch({ user_ids: [id] }), 'user_ids[0]').filter(([name]) => name !== 'id missing'),
  invalid('user_ids beside a file', { user_ids: ['ana'], source_uri: 'file:a.jsonl' }, 'user_ids'),
  invalid('seekers beside user_ids', { user_ids: ['ana'], seekers: {} }, 'user_ids'),
  invalid('a file that is not there', { source_uri: 'file:none.jsonl' }, 'source_uri'),
  invalid('a file outside', { source_uri: 'file:../a.jsonl' }, 'source_uri'),
  invalid('a format without a file', { source_format: 'jsonl' }, 'source_format'),
  [
    'a format unknown',
    inBatch({ source_uri: 'file:a.csv', source_format: 'xml' }),
    422,
    'unsupported_format',
    'jsonl',
  ],
  invalid('reasons in Parquet', { output_format: 'parquet', explain: true }, 'explain'),
  invalid('a seeker', { user_id: 'ana' }, 'user_id'),
  invalid('a profile', { profile: {} }, 'profile'),
  invalid('a time budget', { budget_ms: 100 }, 'budget_ms'),
  invalid('a weight of no term', { weights: { charm: 2 } }, 'weights.charm'),
  invalid('a side where there are none', { seekers: { side: 'woman' } }, 'seekers.side'),
  invalid('a filter of a wrong form', { seekers: { filters: { age: 'old' } } }, 'seekers.filters.age'),
  invalid(
    'outcomes of seekers',
    { seekers: { filters: { exclude_outcomes: ['accepted'] } } },
    'seekers.filters.exclude_outcomes',
  ),
  ['a filter unknown', inBatch({ seekers: { filters: { charm: 1 } } }), 422, 'unknown_filter', 'charm'],
  ['a candidate filter unknown', inBatch({ filters: { charm: 1 } }), 422, 'unknown_filter', 'charm'],
  [
    'an outcome unknown',
    inBatch({ filters: { exclude_outcomes: ['liked'] } }),
    422,
    'unknown_outcome',
    'liked',
  ],
  [
    'a distance from nowhere',
    inBatch({ seekers: { filters: { location_within_km: 5 } } }),
    422,
    'location_unknown',
    'seekers.filters.location_within_km',
  ],
  ['a candidate twice', inBatch({ candidate_user_ids: ['a', 'a'] }), 422, 'duplicate_id', 'a'],
  [
    'a tier that is not there',
    inBatch({ stages: { cross_encoder: { model: 'tenant' } } }),
    422,
    'model_unavailable',
    'available',
  ],
];

const profile = (value: unknown, more: object = {}) => ({ domain: 'dating', profile: value, ...more });
const fieldsOf = (given: object) => profile({ fields: given });

const profiles: readonly Row[] = [
  ['with an id', profile({ user_id: 'ana' }), 400, 'invalid_request', 'profile.user_id'],
  [
    'with a memory',
    profile({ memory_ref: 'https://a.example' }),
    400,
    'invalid_request',
    'profile.memory_ref',
  ],
  ['beside a user_id', match({ profile: { context: 'I am 30.' } }), 400, 'invalid_request', 'profile'],
  ['neither a user_id nor a profile', { domain: 'dating' }, 400, 'invalid_request', 'user_id'],
  ['recorded', profile({}, { record: true }), 400, 'invalid_request', 'record'],
  ['a list', profile([]), 400, 'invalid_request', 'profile'],
  ['context blank', profile({ context: ' \u200b' }), 400, 'invalid_request', 'profile.context'],
  [
    'context too long',
    profile({ context: 'x'.repeat(MAX_TEXT_BYTES + 1) }),
    413,
    'payload_too_large',
    'profile.context',
  ],
  [
    'context too long in bytes',
    profile({ context: 'é'.repeat(MAX_TEXT_BYTES / 2 + 1) }),
    413,
    'payload_too_large',
  ],
  ['fields a list', profile({ fields: [] }), 400, 'invalid_request', 'profile.fields'],
  ['a field of a wrong type', fieldsOf({ age: 'old' }), 422, 'invalid_field_value', 'age'],
  ['a field out of range', fieldsOf({ age: 7 }), 422, 'invalid_field_value', 'age'],
  ['an unknown enum value', fieldsOf({ gender: 'alien' }), 422, 'invalid_field_value', 'woman'],
  ['an unknown field', fieldsOf({ shoe_size: 43 }), 422, 'invalid_field_value', 'shoe_size'],
  ['a field «constructor»', fieldsOf({ constructor: 1 }), 422, 'invalid_field_value', 'constructor'],
  [
    'a field «__proto__»',
    '{"domain":"dating","profile":{"fields":{"__proto__":1}}}',
    400,
    'invalid_request',
    'profile.fields.__proto__',
  ],
  ['an unknown preference', profile({ preferences: { charm: 1 } }), 422, 'unknown_filter', 'charm'],
  [
    'a preference of a wrong form',
    profile({ preferences: { age: 'x' } }),
    400,
    'invalid_request',
    'preferences.age',
  ],
  ['a distance from nowhere', profile({}, { filters: { location_within_km: 5 } }), 422, 'location_unknown'],
  ['a domain that is not enabled', { ...profile({}), domain: 'marketplace' }, 403, 'forbidden'],
  ['an unknown domain', { ...profile({}), domain: 'gardening' }, 404, 'domain_not_found'],
  ['no domain', { profile: {} }, 400, 'invalid_request', 'domain'],
];

export const badMatches: readonly BadRequest[] = [
  ...posts('/v1/match', profiles),
  bad('a profile without the scope read', 'POST', '/v1/match', 403, 'forbidden', {
    ...{ body: profile({ context: 'I am 30.' }), key: 'matcher', at: 'read' },
  }),
  // A key would keep the answer, and with it what the profile says.
  ...withKey([
    bad('a profile of a seeker who is stored', 'POST', '/v1/match', 400, 'invalid_request', {
      ...{ body: match({ profile: {} }), at: 'profile' },
    }),
  ]),
  ...posts('/v1/match', rows),
  ...withKey(posts(batchPath, batches)),
  bad('unknown', 'GET', '/v1/matches/match_none', 404, 'match_not_found', { at: 'match_none' }),
  bad('malformed id', 'GET', '/v1/matches/-a', 400, 'invalid_request', { at: 'match_id' }),
];
