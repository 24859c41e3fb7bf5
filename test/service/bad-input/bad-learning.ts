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
  ['1,001 items', items(...Array.from({ length: 1001 }, () => item())), 400, 'invalid_request', 'items'],
  ['items an object', { domain: 'dating', items: item() }, 400, 'invalid_request', 'items'],
  ['an item null', items(null), 400, 'invalid_request', 'items[0]'],
  ['an item a string', items('accepted'), 400, 'invalid_request', 'items[0]'],
  [
    'an unknown key in an item',
    items(item(), item({ action: 'like' })),
    400,
    'invalid_request',
    'items[1].action',
  ],
  ['an unknown key', { ...items(item()), batch_id: 'b1' }, 400, 'invalid_request', 'batch_id'],
  [
    'no outcome',
    items({ seeker_id: 'ana', candidate_id: 'bob' }),
    400,
    'invalid_request',
    'items[0].outcome',
  ],
  ['outcome a number', items(item({ outcome: 1 })), 400, 'invalid_request', 'items[0].outcome'],
  ['outcome null', items(item({ outcome: null })), 400, 'invalid_request', 'items[0].outcome'],
  ['weight a string', items(item({ weight: '1' })), 400, 'invalid_request', 'items[0].weight'],
  ['weight null', items(item({ weight: null })), 400, 'invalid_request', 'items[0].weight'],
  [
    'weight beyond doubles',
    '{"domain":"dating","items":[{"seeker_id":"ana","candidate_id":"bob","outcome":"accepted","weight":1e999}]}',
    400,
    'invalid_request',
    'items[0].weight',
  ],
  ['match_id a number', items(item({ match_id: 7 })), 400, 'invalid_request', 'items[0].match_id'],
  ['match_id null', items(item({ match_id: null })), 400, 'invalid_request', 'items[0].match_id'],
  ['empty shown', shown(), 400, 'invalid_request', 'shown'],
  ['empty shown beside items', { ...items(item()), shown: [] }, 400, 'invalid_request', 'shown'],
  ['shown null', { ...items(item()), shown: null }, 400, 'invalid_request', 'shown'],
  ['shown an object', { domain: 'dating', shown: {} }, 400, 'invalid_request', 'shown'],
  ['1,001 seen matches', shown(...Array(1001).fill({ match_id: 'm' })), 400, 'invalid_request', 'shown'],
  ['a seen match a string', shown('match_1'), 400, 'invalid_request', 'shown[0]'],
  ['a seen match without an id', shown({ user_ids: ['bob'] }), 400, 'invalid_request', 'shown[0].match_id'],
  ['a seen match of null', shown({ match_id: null }), 400, 'invalid_request', 'shown[0].match_id'],
  ['a long match id', shown({ match_id: 'm'.repeat(129) }), 400, 'invalid_request', 'shown[0].match_id'],
  [
    'an unknown key in shown',
    shown({ match_id: 'm' }, { match_id: 'm', at: 1 }),
    400,
    'invalid_request',
    'shown[1].at',
  ],
  ['no seen users', shown({ match_id: 'm', user_ids: [] }), 400, 'invalid_request', 'shown[0].user_ids'],
  [
    '1,001 seen users',
    shown({ match_id: 'm', user_ids: Array(1001).fill('bob') }),
    400,
    'invalid_request',
    'shown[0].user_ids',
  ],
  ...named(
    'seen user',
    badIds((id) => shown({ match_id: 'm', user_ids: ['bob', id] }), 'shown[0].user_ids[1]'),
  ),
];

const deployments: readonly Row[] = [
  ...badDomains((domain) => ({ domain, run_id: null })),
  ['no run_id', { domain: 'dating' }, 400, 'invalid_request', 'run_id'],
  ['run_id a number', { domain: 'dating', run_id: 7 }, 400, 'invalid_request', 'run_id'],
  ['an empty run_id', { domain: 'dating', run_id: '' }, 400, 'invalid_request', 'run_id'],
  ['a long run_id', { domain: 'dating', run_id: 'r'.repeat(129) }, 400, 'invalid_request', 'run_id'],
  ['an unknown key', { domain: 'dating', run_id: null, force: true }, 400, 'invalid_request', 'force'],
  ['an unknown run', { domain: 'dating', run_id: 'run_none' }, 404, 'run_not_found'],
];

const train: readonly Row[] = [
  ...badDomains((domain) => ({ domain })),
  ['nothing', {}, 400, 'invalid_request', 'domain'],
  ['force a string', { domain: 'dating', force: 'yes' }, 400, 'invalid_request', 'force'],
  ['force null', { domain: 'dating', force: null }, 400, 'invalid_request', 'force'],
  ['an unknown key', { domain: 'dating', gate: false }, 400, 'invalid_request', 'gate'],
  ['below the threshold', { domain: 'dating' }, 409, 'below_threshold'],
  ['forced without a triplet', { domain: 'dating', force: true }, 409, 'below_threshold'],
  ['a threshold below 0', { domain: 'dating', min_triplets: -1 }, 400, 'invalid_request', 'min_triplets'],
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
  bad('only a GET', 'DELETE', `${runs}/run_none`, 405, 'method_not_allowed'),
  bad('only a POST', 'GET', `${runs}/run_none/deploy`, 405, 'method_not_allowed'),
  bad('only a POST', 'GET', '/v1/train/deploy', 405, 'method_not_allowed'),
  ...(['reader', 'matcher'] as const).map((key) =>
    bad(`key ${key}`, 'POST', '/v1/train/deploy', 403, 'forbidden', {
      key,
      body: { domain: 'dating', run_id: null },
    }),
  ),
  ...(['none', 'unknown', 'revoked', 'expired'] as const).flatMap((key) => [
    bad(`key ${key}`, 'POST', '/v1/feedback', 401, 'unauthorized', { key, body: items(item()) }),
    bad(`key ${key}`, 'POST', '/v1/train', 401, 'unauthorized', { key, body: { domain: 'dating' } }),
    bad(`key ${key}`, 'GET', runs, 401, 'unauthorized', { key }),
  ]),
  bad('scope read', 'POST', '/v1/feedback', 403, 'forbidden', { key: 'reader', body: items(item()) }),
  bad('scope match', 'POST', '/v1/train', 403, 'forbidden', { key: 'matcher', body: { domain: 'dating' } }),
  bad('scope match', 'GET', runs, 403, 'forbidden', { key: 'matcher' }),
  bad('scope read', 'POST', `${runs}/run_none/deploy`, 403, 'forbidden', { key: 'reader' }),
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
