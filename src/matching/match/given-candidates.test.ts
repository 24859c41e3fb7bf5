/** `candidate_user_ids`: a match among given users is the match among all, without the others. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { type MatchWorld, miniDating, openMatchWorld, places, TENANT } from './testing/match-world.ts';

let world: MatchWorld;
const people = Array.from({ length: 40 }, (_, n) => `p${n}`);
const strangers = ['nobody', 'elsewhere'];

beforeAll(async () => {
  world = await openMatchWorld();
  const goals = ['long_term', 'casual', undefined];
  for (const [n, userId] of people.entries()) {
    const goal = goals[n % 3];
    await world.put(miniDating, userId, {
      fields: { age: 20 + ((n * 7) % 30), ...(goal && { goal }) },
      ...(n % 2 === 0 && { at: [places.lisbon, places.cascais, places.porto][n % 3]! }),
      ...(n % 4 !== 3 && { vector: [1, n / 10, (n % 5) - 2, 1 / (n + 1)] }),
      ...(n % 6 === 5 && { preferences: { age: { lt: 35 } } }),
      ...(n % 11 === 10 && { preferences: { exclude_user_ids: ['p0', 'p1'] } }),
      complete: n % 13 !== 12,
    });
  }
  await world.put(miniDating, 'elsewhere', { fields: { age: 30 } }, tenantId('ten_elsewhere'));
  const outcome = { seekerId: 'p0', weight: 1, matchId: null, at: '2026-02-01T00:00:00.000Z' };
  await world.store.outcomes.record(TENANT, 'mini-dating', [
    { ...outcome, candidateId: 'p4', label: 'rejected' },
    { ...outcome, candidateId: 'p6', label: 'accepted' },
  ]);
});
afterAll(() => world.close());

const requests = fc.record(
  {
    user_id: fc.constantFrom('p0', 'p1', 'p2', 'p5'),
    filters: fc.constantFrom(
      {},
      { age: { gte: 25, lte: 40 } },
      { goal: ['long_term'], exclude_user_ids: ['p3', 'p9', 'nobody'] },
      { exclude_outcomes: [] },
    ),
    reciprocal: fc.constantFrom('product', 'min', 'off'),
    stages: fc.record(
      {
        sql_filter: fc.boolean(),
        light_ml: fc.boolean(),
        embedding: fc.boolean(),
        cross_encoder: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['user_id'] },
);
const given = fc.uniqueArray(fc.constantFrom(...people, ...strangers), { minLength: 1, maxLength: 30 });
const slim = ({ matches }: Awaited<ReturnType<MatchWorld['match']>>) =>
  matches.map(({ user_id, score, mutual }) => ({ user_id, score, mutual }));

describe('a match among given users', () => {
  it('is the ranking of all, reduced to them: same scores, same order', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(requests, given, fc.integer({ min: 1, max: 40 }), async (request, ids, limit) => {
        const all = slim(await world.match({ ...request, limit: 100 }));
        const asked = { ...request, limit, candidate_user_ids: ids };
        const some = await world.match(asked);
        const expected = all.filter(({ user_id }) => ids.includes(user_id));
        expect(slim(some)).toEqual(expected.slice(0, limit));
        expect(some.not_candidates).toBeUndefined();
        const known = ids.filter((id) => people.includes(id) && id !== request.user_id);
        expect(some.pipeline_stats.total).toBe(known.length);

        const explained = await world.match({ ...asked, explain: true });
        expect(slim(explained)).toEqual(slim(some));
        expect(explained.pipeline_stats).toEqual(some.pipeline_stats);
        const sqlFilter = explained.trace!.find(({ stage }) => stage === 'sql_filter')!;
        const reasons = explained.not_candidates!;
        expect(reasons.map(({ user_id }) => user_id)).toEqual(
          ids.filter((id) => !expected.some(({ user_id }) => user_id === id)),
        );
        const counted: Record<string, number> = {};
        for (const { user_id, reason } of reasons) {
          if (user_id === request.user_id) expect(reason).toBe('self');
          else if (strangers.includes(user_id)) expect(reason).toBe('unknown');
          else counted[reason] = (counted[reason] ?? 0) + 1;
        }
        expect(counted).toEqual(sqlFilter.dropped);
        matched += some.matches.length;
      }),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(100);
  });

  it('says of each other one why it was none', async () => {
    const { not_candidates, pipeline_stats, trace } = await world.match({
      user_id: 'p0',
      candidate_user_ids: ['p10', 'nobody', 'p12', 'p0', 'p3', 'p4', 'p5', 'p18'],
      filters: { exclude_user_ids: ['p3'], age: { lt: 49 } },
      explain: true,
    });
    expect(not_candidates).toEqual([
      { user_id: 'p10', reason: 'blocked' },
      { user_id: 'nobody', reason: 'unknown' },
      { user_id: 'p12', reason: 'incomplete' },
      { user_id: 'p0', reason: 'self' },
      { user_id: 'p3', reason: 'excluded' },
      { user_id: 'p4', reason: 'decided' },
    ]);
    expect(pipeline_stats).toMatchObject({ total: 6, after_sql_filter: 2 });
    expect(trace![0]).toMatchObject({
      in: 6,
      out: 2,
      dropped: { blocked: 1, incomplete: 1, excluded: 1, decided: 1 },
    });
  });

  it('of one who is unknown, or of the seeker alone, is empty', async () => {
    for (const candidate_user_ids of [['nobody'], ['p0'], ['elsewhere']]) {
      const { matches, pipeline_stats } = await world.match({ user_id: 'p0', candidate_user_ids });
      expect([matches, pipeline_stats.total]).toEqual([[], 0]);
    }
  });

  it('refuses an id that is given twice', async () => {
    const twice = world.match({ user_id: 'p0', candidate_user_ids: ['p1', 'p2', 'p1', 'p2', 'p3'] });
    await expect(twice).rejects.toMatchObject({
      code: 'duplicate_id',
      details: { user_ids: ['p1', 'p2'], duplicates: 2 },
    });
  });
});
