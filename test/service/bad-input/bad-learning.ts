/** POST /feedback and /train: faults of the whole request. Faults of single items are part of the answer. */
import { type BadRequest, bad, posts, type Row } from './bad-request.ts';
import { badDomains, badIds } from './bad-users.ts';

const item = (more: object = {}) => ({ seeker_id: 'ana', candidate_id: 'bob', outcome: 'accepted', ...more });
const items = (...given: unknown[]) => ({ domain: 'dating', items: given });
const shown = (...given: unknown[]) => ({ domain: 'dating', shown: given });

const named = (whose: string, rows: readonly Row[]): readonly Row[] =>
  rows.map(([name, ...rest]) => [`${whose}'s ${name}`, ...rest]);

const feedback: readonly Row[] = [
  ...badDomains((domain) => ({ domain, items: [item()] })),
  ...named(
    'seeker',
    badIds((seeker_id) => items(item({ seeker_id })), 'items[0].seeker_id'),
  ),
  ...named(
    'candidate',
    badIds((candidate_id) => items(item({ candidate_id })), 'items[0].candidate_id'),
  ),
  ['no items', { domain: 'dating' }, 400, 'invalid_request', 'items'],
  ['empty items', items(), 400, 'invalid_request', 'items'],
  ['an unknown key', { ...items(item()), batch_id: 'b1' }, 400, 'invalid_request', 'batch_id'],
  [
    'weight beyond doubles',
    '{"domain":"dating","items":[{"seeker_id":"ana","candidate_id":"bob","outcome":"accepted","weight":1e999}]}',
    400,
    'invalid_request',
    'items[0].weight',
  ],
  ...named(
    'seen user',
    badIds((id) => shown({ match_id: 'm', user_ids: ['bob', id] }), 'shown[0].user_ids[1]'),
  ),
];

const deployments: readonly Row[] = [
  ...badDomains((domain) => ({ domain, run_id: null })),
  ['an unknown key', { domain: 'dating', run_id: null, force: true }, 400, 'invalid_request', 'force'],
  ['an unknown run', { domain: 'dating', run_id: 'run_none' }, 404, 'run_not_found'],
];

const train: readonly Row[] = [
  ...badDomains((domain) => ({ domain })),
  ['nothing', {}, 400, 'invalid_request', 'domain'],
  ['an unknown key', { domain: 'dating', gate: false }, 400, 'invalid_request', 'gate'],
  ['below the threshold', { domain: 'dating' }, 409, 'below_threshold'],
  ['forced without a triplet', { domain: 'dating', force: true }, 409, 'below_threshold'],
  ['a threshold of its own', { domain: 'dating', min_triplets: 5 }, 409, 'below_threshold'],
  ['no triplet at all', { domain: 'dating', min_triplets: 0 }, 409, 'below_threshold'],
];

const runs = '/v1/train/runs';
const addressed: readonly BadRequest[] = [
  bad('an unknown id', 'GET', `${runs}/run_none`, 404, 'run_not_found'),
  bad('an id of 129 characters', 'GET', `${runs}/${'r'.repeat(129)}`, 400, 'invalid_request', {
    at: 'run_id',
  }),
  bad('an unknown id', 'POST', `${runs}/run_none/deploy`, 404, 'run_not_found'),
  bad('an unknown domain', 'GET', `${runs}?domain=gardening`, 404, 'domain_not_found'),
  bad('a domain not enabled', 'GET', `${runs}?domain=marketplace`, 403, 'forbidden'),
  bad('limit 0', 'GET', `${runs}?limit=0`, 400, 'invalid_request', { at: 'limit' }),
  bad('a cursor of no list', 'GET', `${runs}?cursor=abc`, 400, 'invalid_request', { at: 'cursor' }),
  bad('an unknown parameter', 'GET', `${runs}?status=queued`, 400, 'invalid_request', { at: 'status' }),
  bad('a domain of another workspace', 'POST', '/v1/feedback', 403, 'forbidden', {
    key: 'other',
    body: { domain: 'hiring', items: [item()] },
  }),
];

export const badLearning: readonly BadRequest[] = [
  ...posts('/v1/feedback', feedback),
  ...posts('/v1/train', train),
  ...posts('/v1/train/deploy', deployments),
  ...addressed,
];
