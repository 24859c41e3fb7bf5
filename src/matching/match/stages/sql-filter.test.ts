import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import {
  type MatchWorld,
  miniDating,
  oneWay,
  openMatchWorld,
  places,
  TENANT,
  work,
} from '../testing/match-world.ts';

let world: MatchWorld;
beforeAll(async () => {
  world = await openMatchWorld();
});
afterAll(() => world.close());

const off = { light_ml: false, embedding: false, cross_encoder: false };
const ids = async (request: Record<string, unknown> & { user_id: string }) => {
  const { matches } = await world.match({ stages: off, limit: 100, ...request });
  return matches.map(({ user_id }) => user_id);
};
const sqlFilterTrace = async (request: Record<string, unknown> & { user_id: string }) => {
  const { trace } = await world.match({ stages: off, explain: true, ...request });
  return trace!.find(({ stage }) => stage === 'sql_filter')!;
};

describe('sql_filter', () => {
  beforeEach(async () => {
    await world.store.profiles.erase(TENANT, 'me', null);
    for (const userId of ['a', 'b', 'c']) {
      await world.store.profiles.erase(TENANT, userId, null);
      await world.put(miniDating, userId, { fields: { age: 30 } });
    }
    await world.put(miniDating, 'me', { fields: { age: 30 } });
    await world.put(oneWay, 'x', { fields: { age: 30 }, complete: false });
  });

  it('never shows the seeker', async () => {
    expect(await ids({ user_id: 'me' })).toEqual(['a', 'b', 'c']);
  });

  it('shows no candidate of another tenant', async () => {
    await world.put(miniDating, 'stranger', { fields: { age: 30 } }, tenantId('ten_other'));
    expect(await ids({ user_id: 'me' })).toEqual(['a', 'b', 'c']);
  });

  it('obeys filters, and reads null as SQL does', async () => {
    await world.put(miniDating, 'a', { fields: { age: 41, goal: 'casual' } });
    await world.put(miniDating, 'b', { fields: { age: 41 } });
    expect(await ids({ user_id: 'me', filters: { age: { gt: 40 } } })).toEqual(['a', 'b']);
    expect(await ids({ user_id: 'me', filters: { goal: { ne: 'long_term' } } })).toEqual(['a']);
  });

  it('measures distances from the seeker, and refuses a distance without a place', async () => {
    await world.put(miniDating, 'a', { fields: { age: 30 }, at: places.cascais });
    await world.put(miniDating, 'b', { fields: { age: 30 }, at: places.porto });
    const near = { city_within_km: 50 };
    await expect(ids({ user_id: 'me', filters: near })).rejects.toMatchObject({ code: 'location_unknown' });
    await world.put(miniDating, 'me', { fields: { age: 30 }, at: places.lisbon });
    expect(await ids({ user_id: 'me', filters: near })).toEqual(['a']);
    expect(await ids({ user_id: 'me', filters: { ...near, city_from: 'Porto' } })).toEqual(['b']);
  });

  it('leaves out incomplete candidates, unless the domain allows them', async () => {
    await world.put(miniDating, 'a', { complete: false });
    expect(await ids({ user_id: 'me' })).toEqual(['b', 'c']);
    expect(await ids({ user_id: 'me', domain: 'one-way' })).toEqual(['x']);
  });

  it('obeys preferences both ways in a reciprocal domain', async () => {
    await world.put(miniDating, 'me', { fields: { age: 30 }, preferences: { age: { lte: 35 } } });
    await world.put(miniDating, 'a', { fields: { age: 36 } });
    await world.put(miniDating, 'b', { fields: { age: 25 }, preferences: { age: { lt: 30 } } });
    expect(await ids({ user_id: 'me' })).toEqual(['c']);
    expect((await sqlFilterTrace({ user_id: 'me' })).dropped).toEqual({ preferences: 1, not_wanted: 1 });
  });

  it("applies only the seeker's preferences in a one-way domain, unless the request ranks both ways", async () => {
    await world.put(oneWay, 'me', { fields: { age: 30 }, preferences: { age: { lte: 35 } } });
    await world.put(oneWay, 'a', { fields: { age: 36 } });
    await world.put(oneWay, 'b', { fields: { age: 25 }, preferences: { age: { lt: 30 } } });
    expect(await ids({ user_id: 'me', domain: 'one-way' })).toEqual(['b', 'x']);
    expect(await ids({ user_id: 'me', domain: 'one-way', reciprocal: 'min' })).toEqual(['x']);
  });

  it('drops blocked candidates both ways, also in one-way domains and with the stage off', async () => {
    await world.put(miniDating, 'me', { fields: { age: 30 }, preferences: { exclude_user_ids: ['a'] } });
    await world.put(miniDating, 'b', { fields: { age: 30 }, preferences: { exclude_user_ids: ['me'] } });
    expect(await ids({ user_id: 'me' })).toEqual(['c']);
    expect(await ids({ user_id: 'me', stages: { ...off, sql_filter: false } })).toEqual(['c']);
    await world.put(oneWay, 'me', { preferences: { exclude_user_ids: ['a'] } });
    await world.put(oneWay, 'b', { preferences: { exclude_user_ids: ['me'] } });
    expect(await ids({ user_id: 'me', domain: 'one-way' })).toEqual(['x']);
  });

  it('leaves out given ids and decided candidates, also with the stage off', async () => {
    const outcome = { seekerId: 'me', weight: 1, matchId: null, at: '2026-02-01T00:00:00.000Z' };
    await world.store.outcomes.record(TENANT, 'mini-dating', [
      { ...outcome, candidateId: 'b', label: 'rejected' },
      { ...outcome, candidateId: 'c', label: 'expired' },
    ]);
    const filters = { exclude_user_ids: ['a', 'nobody'] };
    expect(await ids({ user_id: 'me', filters })).toEqual(['c']);
    expect(await ids({ user_id: 'me', filters, stages: { ...off, sql_filter: false } })).toEqual(['c']);
    expect(await ids({ user_id: 'me', filters: { exclude_outcomes: [] } })).toEqual(['a', 'b', 'c']);
    expect(await ids({ user_id: 'me', filters: { exclude_outcomes: ['expired'] } })).toEqual(['a', 'b']);
    await expect(ids({ user_id: 'me', filters: { exclude_outcomes: ['liked'] } })).rejects.toMatchObject({
      code: 'unknown_outcome',
    });
    expect(await ids({ user_id: 'a' }), 'what the other decided does not count').toEqual(['b', 'c', 'me']);
  });

  it('counts each dropped candidate under the first reason in order', async () => {
    await world.put(miniDating, 'me', {
      fields: { age: 30 },
      preferences: { exclude_user_ids: ['a'], age: { lt: 40 } },
    });
    await world.put(miniDating, 'a', { fields: { age: 50 }, complete: false });
    await world.put(miniDating, 'b', { fields: { age: 50 }, complete: false });
    await world.put(miniDating, 'c', { fields: { age: 50 } });
    const filters = { age: { lt: 45 } };
    expect(await sqlFilterTrace({ user_id: 'me', filters })).toMatchObject({
      in: 3,
      out: 0,
      dropped: { blocked: 1, incomplete: 1, filters: 1 },
    });
  });

  it('keeps all but the seeker and the excluded with the stage off', async () => {
    await world.put(miniDating, 'me', { fields: { age: 30 }, preferences: { age: { gt: 90 } } });
    await world.put(miniDating, 'a', { complete: false });
    const request = {
      user_id: 'me',
      filters: { age: 30 },
      stages: { ...off, sql_filter: { enabled: false } },
    };
    expect(await ids(request)).toEqual(['a', 'b', 'c']);
    expect(await sqlFilterTrace(request)).toMatchObject({ enabled: false, in: 3, out: 3 });
  });

  it('shows each side the side that it seeks, and every candidate to a seeker without a side', async () => {
    await world.put(work, 'talent', { fields: { side: 'talent' } });
    await world.put(work, 'other talent', { fields: { side: 'talent' } });
    await world.put(work, 'job', { fields: { side: 'job' } });
    await world.put(work, 'unsure', {});
    const shown = (user_id: string) => ids({ user_id, domain: 'work' });
    expect(await shown('talent')).toEqual(['job']);
    expect(await shown('job')).toEqual(['other talent', 'talent']);
    expect(await shown('unsure')).toEqual(['job', 'other talent', 'talent']);
  });
});
