/** Fair exposure over the whole service: set by the operator, kept, moved, shown and erased. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import { ExposureStatistics } from '../../src/contract/statistics.ts';
import { UserExport } from '../../src/contract/user-export.ts';
import { movePrices } from '../../src/matching/match/exposure/move-prices.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const MINUTE_MS = 60_000;
let nowMs = Date.now();
let service: ComposedService;
let operator: string;
let tenant: TenantId;

beforeAll(async () => {
  service = await composed({ '--job-workers': '0' }, {}, { clock: () => nowMs });
  tenant = (await service.accounts.findTenant('main')).tenantId;
  operator = (await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 })).key;
  for (const [user_id, gender] of [
    ['ana', 'woman'],
    ['eva', 'woman'],
    ['ben', 'man'],
    ['cem', 'man'],
  ])
    await service.send('users', {
      ...{ user_id, domain: 'dating' },
      fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
    });
}, 60_000);
afterAll(() => service?.stop());

async function change(fair_exposure: unknown) {
  const answer = await service.server.inject({
    ...{ method: 'POST', url: `/v1/admin/tenants/${tenant}` },
    headers: { authorization: `Bearer ${operator}` },
    payload: { fair_exposure },
  } as const);
  return { status: answer.statusCode, body: answer.json() };
}
const move = () =>
  movePrices(
    {
      exposure: service.store.exposure,
      listTenants: service.accounts.listTenants,
      clock: () => nowMs,
    },
    AbortSignal.timeout(60_000),
  );
const statistics = async () =>
  ExposureStatistics.parse((await service.send('statistics/exposure?domain=dating')).body);
const match = (more: object = {}) =>
  service.send('match', { user_id: 'ana', domain: 'dating', filters: { gender: 'man' }, ...more });

describe('settings', () => {
  test('are off by default, and get their defaults', async () => {
    expect((await statistics()).fair_exposure).toBeNull();
    const { status, body } = await change({ dating: { capacity: 0.02, window_hours: 1 } });
    expect(status).toBe(200);
    expect(body.domains[0].fair_exposure).toEqual({
      ...{ capacity: 0.02, window_hours: 1, step: 0.5, max_price: 4, hard_cap: 2 },
      newcomers: { days: 14, min_share: 0.1 },
      groups: null,
    });
  });

  test.each([
    [{ dating: {} }, 400],
    [{ dating: { capacity: 0 } }, 400],
    [{ dating: { capacity: '20' } }, 400],
    [{ dating: { capacity: 20, step: 5 } }, 400],
    [{ dating: { capacity: 20, hard_cap: 0.5 } }, 400],
    [{ dating: { capacity: 20, nonsense: 1 } }, 400],
    [{ dating: { capacity: 20, newcomers: { min_share: 0.6 } } }, 400],
    [{ dating: { capacity: 20, groups: { field: 'age' } } }, 400],
    [{ dating: { capacity: 20, groups: { field: 'nonsense' } } }, 400],
    [{ dating: { capacity: 20, groups: { field: 'gender', min_share: { nonsense: 0.1 } } } }, 400],
    [{ dating: { capacity: 20, groups: { field: 'gender', min_share: { man: 0.7, woman: 0.7 } } } }, 400],
    [{ hiring: { capacity: 20 } }, 404],
    [{ nonsense: { capacity: 20 } }, 404],
    ['on', 400],
  ])('%j are refused, and change nothing', async (given, status) => {
    const before = await service.accounts.findTenant('main');
    const answer = await change(given);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message.length).toBeGreaterThan(20);
    expect(await service.accounts.findTenant('main')).toEqual(before);
  });
});

describe('from an answer to a price', () => {
  test('what is remembered is counted, moves prices, and is explained', async () => {
    const groups = { field: 'gender', min_share: { man: 0.3 } };
    await change({ dating: { capacity: 0.02, window_hours: 1, hard_cap: null, groups } });
    const { body: first } = await match({ explain: true });
    expect(first.matches).toHaveLength(2);
    for (const match of first.matches)
      expect(match.fair_exposure).toEqual({ price: 0, ordered_by: match.score });
    await match({ record: false });
    await move();
    nowMs += MINUTE_MS;
    const { body: second } = await match({ explain: true, record: false });
    for (const match of second.matches) {
      expect(match.fair_exposure.price).toBeGreaterThan(0);
      expect(match.fair_exposure.ordered_by).toBeLessThan(match.score);
    }
    const { fair_exposure: state } = await statistics();
    expect(state).toMatchObject({ capacity: 0.02, priced: 2, over_capacity: 0, field: 'gender' });
    const likes = first.matches.reduce(
      (sum: number, one: { mutual: { seeker_to_candidate: number } }) => sum + one.mutual.seeker_to_candidate,
      0,
    );
    const [men, women] = state!.groups;
    expect(men).toMatchObject({
      value: 'man',
      people_share: 0.5,
      likes_share: 1,
      shown_share: 1,
      min_share: 0.3,
    });
    expect(men!.expected_likes).toBeCloseTo(likes * Math.exp(-1 / 60), 6);
    expect(women).toMatchObject({ value: 'woman', people_share: 0.5, likes_share: 0, min_share: null });
  });

  test('the person gets to know it, and an erasure removes it', async () => {
    const exported = UserExport.parse((await service.send('users/ben/export')).body);
    expect(exported.fair_exposure).toHaveLength(1);
    expect(exported.fair_exposure[0]!.price).toBeGreaterThan(0);
    await service.store.profiles.erase(tenant, 'ben', null);
    expect(await service.store.exposure.ofPerson(tenant, 'ben')).toEqual([]);
    expect((await statistics()).fair_exposure!.priced).toBe(1);
  });

  test('off again, prices are forgotten and answers have none', async () => {
    await change({ dating: null });
    const { body } = await match({ explain: true, record: false });
    expect(body.matches[0].fair_exposure).toBeUndefined();
    await move();
    expect(await service.store.exposure.domains()).toEqual([]);
    expect((await statistics()).fair_exposure).toBeNull();
  });
});
