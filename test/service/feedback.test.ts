/** POST /feedback over a real port: the items it accepts, the counts it returns, and the effect on /match. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import type { TenantId } from '../../src/contract/brands.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';

const folder = temporaryFolder();
let service: Service;
const keys = new Map<string, string>();
const tenants = new Map<string, TenantId>();

beforeAll(async () => {
  service = await composeService(
    readSettings({}, ['--data', folder.path, '--port', '0']),
    createLogger('silent'),
  );
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** A workspace of its own with people in it: `w0`, `w1`, … women, `m0`, `m1`, … men. */
async function workspace(name: string, women: number, men: number): Promise<void> {
  const { accounts } = service;
  const { tenantId } = await accounts.createTenant({ name, domains: ['dating'], email: 'ops@example.com' });
  const { key } = await accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 });
  keys.set(name, key);
  tenants.set(name, tenantId);
  const put = (user_id: string, gender: string) =>
    call(name, 'POST', '/v1/users', {
      user_id,
      domain: 'dating',
      fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
    });
  await Promise.all([
    ...Array.from({ length: women }, (_, n) => put(`w${n}`, 'woman')),
    ...Array.from({ length: men }, (_, n) => put(`m${n}`, 'man')),
  ]);
}

async function call(
  name: string,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
  headers = {},
) {
  const answer = await service.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${keys.get(name)}`, ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const outcome = (seeker_id: string, candidate_id: string, label: string, more: object = {}) => ({
  seeker_id,
  candidate_id,
  outcome: label,
  ...more,
});
const send = async (name: string, ...items: object[]) =>
  (await call(name, 'POST', '/v1/feedback', { domain: 'dating', items })).body;

interface StoredTriplet {
  readonly seeker: string;
  readonly positive: string | null;
  readonly negative: string | null;
  readonly weight: number;
}

/** The waiting triplets, read like a run does, by forcing a run. */
async function frozen(name: string): Promise<readonly StoredTriplet[]> {
  const { body } = await call(name, 'POST', '/v1/train', { domain: 'dating', force: true });
  const found: StoredTriplet[] = [];
  const pages = service.store.learning.tripletsOf(tenants.get(name)!, 'dating', body.run_id, 100);
  for await (const page of pages) {
    for (const { seekerId, positiveId, negativeId, weight } of page) {
      found.push({ seeker: seekerId, positive: positiveId, negative: negativeId, weight });
    }
  }
  return found;
}

describe('accepted feedback', () => {
  beforeAll(() => workspace('taken', 4, 6));

  test('counts items, triplets and what waits', async () => {
    expect(
      await send('taken', outcome('w0', 'm0', 'accepted'), outcome('w0', 'm1', 'rejected', { weight: 0.5 })),
    ).toEqual({ accepted: 2, triplets_generated: 5, triplets_pending_train: 5, errors: [] });
  });

  test('every item is checked alone, with the reason for each one left out', async () => {
    const told = await send(
      'taken',
      outcome('w1', 'm0', 'superlike'),
      outcome('nobody', 'm0', 'accepted'),
      outcome('w1', 'nobody', 'accepted'),
      outcome('w1', 'm0', 'accepted', { weight: 0 }),
      outcome('w1', 'm0', 'accepted', { weight: 100.5 }),
      outcome('w1', 'm0', 'accepted', { weight: -1 }),
      outcome('w1', 'w1', 'accepted'),
      outcome('w1', 'm0', 'accepted', { match_id: 'match_none' }),
      outcome('w1', 'm2', 'toString'),
      outcome('w1', 'm1', 'accepted', { weight: 100 }),
    );
    expect(told.accepted).toBe(1);
    expect(told.triplets_generated).toBeGreaterThan(0);
    expect(told.errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [0, 'unknown_outcome'],
      [1, 'user_not_found'],
      [2, 'user_not_found'],
      [3, 'invalid_weight'],
      [4, 'invalid_weight'],
      [5, 'invalid_weight'],
      [6, 'invalid_pair'],
      [7, 'unknown_match'],
      [8, 'unknown_outcome'],
    ]);
    for (const { message } of told.errors) expect(message.length).toBeGreaterThan(20);
  });

  test('an Idempotency-Key makes a repetition count once', async () => {
    const body = { domain: 'dating', items: [outcome('w2', 'm3', 'accepted')] };
    const first = await call('taken', 'POST', '/v1/feedback', body, { 'idempotency-key': 'once' });
    const again = await call('taken', 'POST', '/v1/feedback', body, { 'idempotency-key': 'once' });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('the same pair again', () => {
  beforeAll(() => workspace('again', 2, 6));

  test('with the same label makes no second set, and its weight is the new one', async () => {
    const first = await send('again', outcome('w0', 'm0', 'accepted'));
    const second = await send('again', outcome('w0', 'm0', 'accepted', { weight: 4 }));
    expect(second).toEqual({ ...first, triplets_generated: 0 });
    const triplets = await frozen('again');
    expect(triplets.map(({ weight }) => weight)).toEqual(Array(first.triplets_generated).fill(4));
  });

  test('with another label replaces it, and its waiting triplets are withdrawn', async () => {
    const before = await send('again', outcome('w1', 'm0', 'accepted'));
    expect(before.triplets_pending_train).toBe(before.triplets_generated);
    const after = await send('again', outcome('w1', 'm0', 'rejected'));
    expect(after.triplets_pending_train).toBe(after.triplets_generated);
    expect(after.triplets_generated).toBeGreaterThan(0);
    const decided = (labels: string[]) =>
      service.store.outcomes.decidedBy(tenants.get('again')!, 'dating', 'w1', labels);
    expect(await decided(['accepted'])).toEqual([]);
    expect(await decided(['rejected'])).toEqual(['m0']);
  });
});

describe('triplets', () => {
  const of = async (name: string, ...items: object[]) => {
    await workspace(name, 3, 9);
    for (const item of items) await send(name, item);
    return frozen(name);
  };

  test('a positive is paired with up to four of the newest negatives', async () => {
    const refused = [1, 2, 3, 4, 5].map((n) => outcome('w0', `m${n}`, 'rejected'));
    const triplets = await of('four', ...refused, outcome('w0', 'm0', 'converted', { weight: 2 }));
    // Without the triplets of the refusals, for which he may have been drawn.
    const made = triplets.filter(({ weight }) => weight === 4);
    expect(made.map(({ negative }) => negative).sort()).toEqual(['m2', 'm3', 'm4', 'm5']);
    expect(made.every(({ positive }) => positive === 'm0')).toBe(true);
  });

  test('a positive without negatives is paired with candidates that the seeker never labelled', async () => {
    const triplets = await of('drawn', outcome('w0', 'm0', 'accepted'));
    expect(triplets).toHaveLength(4);
    for (const { positive, negative } of triplets) {
      expect(positive).toBe('m0');
      expect(['w0', 'm0', null]).not.toContain(negative);
    }
    expect(new Set(triplets.map(({ negative }) => negative)).size).toBe(4);
  });

  test('a negative without positives makes one, at low weight; expired counts a quarter', async () => {
    const [rejected, ...rest] = await of('low', outcome('w0', 'm0', 'rejected'));
    expect(rest).toEqual([]);
    expect(rejected).toMatchObject({ seeker: 'w0', negative: 'm0', weight: 0.25 });
    const [expired] = await of('expired', outcome('w0', 'm0', 'expired'));
    expect(expired).toMatchObject({ negative: 'm0', weight: 0.0625 });
  });

  test('a drawn candidate with a later label of its own leaves the triplet', async () => {
    const others = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'w1', 'w2'];
    const triplets = await of(
      'contradicted',
      outcome('w0', 'm0', 'accepted'),
      ...others.map((candidate) => outcome('w0', candidate, 'accepted')),
    );
    // All candidates were accepted, so no negative is left to draw; each outcome still has its triplet.
    expect(new Set(triplets.map(({ positive }) => positive))).toEqual(new Set(['m0', ...others]));
    expect(triplets.every(({ negative }) => negative === null)).toBe(true);
  });

  test('without another candidate the other side stays empty, and the item still counts', async () => {
    await workspace('two', 1, 1);
    expect(await send('two', outcome('w0', 'm0', 'accepted'))).toMatchObject({
      accepted: 1,
      triplets_generated: 1,
      triplets_pending_train: 1,
    });
    expect(await frozen('two')).toEqual([{ seeker: 'w0', positive: 'm0', negative: null, weight: 1 }]);
  });

  test('labels of the workspace count by their polarity, at once', async () => {
    await workspace('labels', 2, 6);
    const { accounts } = service;
    await accounts.addLabel(tenants.get('labels')!, 'dating', 'superlike', 1.5);
    await accounts.addLabel(tenants.get('labels')!, 'dating', 'reported', -3);
    const told = await send('labels', outcome('w0', 'm0', 'superlike'), outcome('w0', 'm1', 'reported'));
    expect(told.errors).toEqual([]);
    const triplets = await frozen('labels');
    expect(triplets).toContainEqual({ seeker: 'w0', positive: 'm0', negative: 'm1', weight: 3 });
    expect(new Set(triplets.map(({ weight }) => weight))).toEqual(new Set([1.5, 3]));
  });
});

test('counts are right under fifty calls at once', async () => {
  await workspace('crowd', 50, 20);
  // No automatic run may start and take the triplets that are counted here.
  await service.accounts.setThreshold(tenants.get('crowd')!, 'dating', 1_000_000);
  const calls = Array.from({ length: 50 }, (_, n) =>
    send(
      'crowd',
      ...Array.from({ length: 10 }, (_, m) =>
        outcome(`w${n}`, `m${m}`, m % 2 === 0 ? 'accepted' : 'rejected'),
      ),
    ),
  );
  const told = await Promise.all(calls);
  expect(told.every(({ accepted }) => accepted === 10)).toBe(true);
  const generated = told.reduce((sum, { triplets_generated }) => sum + triplets_generated, 0);
  const last = Math.max(...told.map(({ triplets_pending_train }) => triplets_pending_train));
  expect(await service.store.learning.pendingTriplets(tenants.get('crowd')!, 'dating')).toBe(last);
  // Each call has a seeker of its own, so no call replaces the triplets of another.
  expect(last).toBe(generated);
  // The same again, from fifty callers: nothing is counted twice.
  const again = await Promise.all(
    Array.from({ length: 50 }, (_, n) => send('crowd', outcome(`w${n}`, 'm0', 'accepted'))),
  );
  expect(again.map(({ triplets_generated }) => triplets_generated)).toEqual(Array(50).fill(0));
  expect(again.at(-1).triplets_pending_train).toBe(last);
});

describe('in /match', () => {
  beforeAll(() => workspace('match', 1, 4));
  const matched = async (more: object = {}) => {
    const { body } = await call('match', 'POST', '/v1/match', { user_id: 'w0', domain: 'dating', ...more });
    return {
      id: body.match_id,
      users: body.matches.map((match: { user_id: string }) => match.user_id).sort(),
    };
  };

  test('a decided candidate is not shown again unless requested; an expired one is', async () => {
    await send(
      'match',
      outcome('w0', 'm0', 'accepted'),
      outcome('w0', 'm1', 'rejected'),
      outcome('w0', 'm2', 'expired'),
    );
    expect((await matched()).users).toEqual(['m2', 'm3']);
    expect((await matched({ filters: { exclude_outcomes: [] } })).users).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect((await matched({ filters: { exclude_outcomes: ['rejected'] } })).users).toEqual([
      'm0',
      'm2',
      'm3',
    ]);
    await send('match', outcome('w0', 'm1', 'expired'));
    expect((await matched()).users).toEqual(['m1', 'm2', 'm3']);
  });

  test('an outcome may name the match that showed the candidate, and no other', async () => {
    const { id } = await matched();
    const told = await send(
      'match',
      outcome('w0', 'm3', 'accepted', { match_id: id }),
      outcome('w0', 'm0', 'accepted', { match_id: id }),
    );
    expect(told.accepted).toBe(1);
    expect(told.errors).toMatchObject([{ index: 1, code: 'unknown_match' }]);
  });

  const confirm = async (...shown: object[]) =>
    (await call('match', 'POST', '/v1/feedback', { domain: 'dating', shown })).body;
  const confirmedOf = async (id: string) => {
    const pairs = await service.store.learning.shownIn(tenants.get('match')!, 'dating', [id], Date.now());
    return pairs.filter(({ confirmed }) => confirmed).map(({ candidateId }) => candidateId);
  };

  test('shown confirms some users of an answer or all of it, without items, again and again', async () => {
    const { id } = await matched({ filters: { exclude_outcomes: [] } });
    const pending = await service.store.learning.pendingTriplets(tenants.get('match')!, 'dating');
    const counts = { accepted: 0, triplets_generated: 0, triplets_pending_train: pending };
    const some = { match_id: id, user_ids: ['m1', 'm2'] };
    expect(await confirm(some)).toEqual({ ...counts, shown_confirmed: 1, errors: [] });
    expect((await confirmedOf(id)).sort()).toEqual(['m1', 'm2']);
    const all = { match_id: id };
    expect(await confirm(all, some, all)).toEqual({ ...counts, shown_confirmed: 3, errors: [] });
    expect((await confirmedOf(id)).sort()).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(await service.store.learning.pendingTriplets(tenants.get('match')!, 'dating')).toBe(pending);
  });

  test('shown beside items: faults of both are told, each with its place, and the rest holds', async () => {
    const { id } = await matched({ filters: { exclude_outcomes: [] } });
    const { body } = await call('match', 'POST', '/v1/feedback', {
      domain: 'dating',
      items: [outcome('w0', 'm1', 'expired'), outcome('w0', 'nobody', 'accepted')],
      shown: [
        { match_id: 'match_none' },
        { match_id: id, user_ids: ['m2', 'w0', 'nobody'] },
        { match_id: id, user_ids: ['m1'] },
      ],
    });
    expect(body).toMatchObject({ accepted: 1, shown_confirmed: 1 });
    expect(body.errors).toEqual([
      { index: 1, code: 'user_not_found', message: expect.stringContaining('candidate_id «nobody»') },
      {
        ...{ index: 0, field: 'shown', code: 'unknown_match' },
        message: expect.stringContaining('shown[0].match_id «match_none»'),
      },
      {
        ...{ index: 1, field: 'shown', code: 'user_not_found' },
        message: expect.stringContaining('shown[1].user_ids: «w0» and 1 more'),
      },
    ]);
    expect((await confirmedOf(id)).sort()).toEqual(['m1', 'm2']);
  });

  test('a match of another workspace is unknown, and stays as it was', async () => {
    const { id } = await matched({ filters: { exclude_outcomes: [] } });
    const { status, body } = await call('taken', 'POST', '/v1/feedback', {
      domain: 'dating',
      shown: [{ match_id: id }, { match_id: id, user_ids: ['m1'] }],
    });
    expect([status, body.shown_confirmed]).toEqual([200, 0]);
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(['unknown_match', 'unknown_match']);
    expect(await confirmedOf(id)).toEqual([]);
  });

  test('without shown the answer has no word of it, and empty items are refused', async () => {
    expect(await send('match', outcome('w0', 'm1', 'expired'))).not.toHaveProperty('shown_confirmed');
    const answer = await call('match', 'POST', '/v1/feedback', { domain: 'dating', items: [] });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain('unless `shown` is given');
  });

  test('erasing takes outcomes, triplets and what was shown', async () => {
    const { id } = await matched({ filters: { exclude_outcomes: [] } });
    const { body } = await call('match', 'DELETE', '/v1/users/m3');
    expect(body.erased.outcomes).toBe(1);
    expect(body.erased.triplets).toBeGreaterThan(0);
    expect(body.trained_models).toEqual([]);
    const shown = await service.store.learning.shownIn(tenants.get('match')!, 'dating', [id], Date.now());
    const candidates = shown.map(({ candidateId }) => candidateId);
    expect(candidates).toContain('m2');
    expect(candidates).not.toContain('m3');
    const told = await send('match', outcome('w0', 'm2', 'accepted', { match_id: id }));
    expect(told.accepted).toBe(1);
  });
});
