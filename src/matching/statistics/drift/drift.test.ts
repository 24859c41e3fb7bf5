import { describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import {
  type CoverageDay,
  type DayRange,
  type MatchDay,
  type OutcomeDay,
  SCORE_BUCKETS,
  type StatisticsStore,
} from '../../../platform/storage/statistics-store.ts';
import type { Tenant } from '../../../platform/storage/store.ts';
import { daysBefore } from '../days.ts';
import { coverageDrift, matchRateDrift, rateOf, scoreDrift } from './compare-weeks.ts';
import { measureDrift } from './measure-drift.ts';
import { type DriftNotice, watchDrift } from './watch-drift.ts';

const NOW = Date.parse('2026-11-26T13:00:00Z');
const tenant = tenantId('ten_a');
const active = {
  definition: { domain: 'dating' },
  labels: { accepted: 1, rejected: -1 },
} as unknown as ActiveDomain;

describe('two weeks', () => {
  test('scores: none moved, some moved, all moved, and too few', () => {
    expect(scoreDrift([500, 500], [1000, 1000])).toBe(0);
    expect(scoreDrift([750, 250], [500, 500])).toBe(0.25);
    expect(scoreDrift([1000, 0], [0, 4000])).toBe(1);
    expect(scoreDrift([999, 0], [0, 4000])).toBeNull();
    expect(scoreDrift([4000, 0], [0, 0])).toBeNull();
  });
  test('the match rate: its change is relative, and a fall to nothing counts', () => {
    const before = { shown: 10_000, positive: 500 };
    expect(matchRateDrift({ shown: 20_000, positive: 500 }, before)).toBeCloseTo(-0.5);
    expect(matchRateDrift({ shown: 5000, positive: 0 }, before)).toBe(-1);
    expect(matchRateDrift({ shown: 10_000, positive: 500 }, { shown: 10_000, positive: 399 })).toBeNull();
    expect(matchRateDrift({ shown: 999, positive: 900 }, before)).toBeNull();
    expect(rateOf({ shown: 0, positive: 0 })).toBeNull();
  });
  test('coverage: of fields that both records have, from large samples alone', () => {
    const now = { sampled: 200, shares: { age: 0.5, added: 1 } };
    expect(coverageDrift(now, { sampled: 200, shares: { age: 0.75, removed: 1 } })).toEqual({ age: -0.25 });
    expect(coverageDrift(now, { sampled: 199, shares: { age: 0.75 } })).toEqual({});
    expect(coverageDrift(now, undefined)).toEqual({});
  });
});

/** Days by how many days ago they were. */
interface Days {
  readonly matches?: Readonly<Record<number, { readonly bucket: number; readonly shown: number }>>;
  readonly accepted?: Readonly<Record<number, number>>;
  readonly coverage?: Readonly<Record<number, number>>;
}

function storeOf(days: Days): StatisticsStore {
  const between = <T extends { readonly day: string }>(all: readonly T[], { from, to }: DayRange) =>
    all.filter(({ day }) => from <= day && day <= to);
  const byDay = <V, T>(given: Readonly<Record<number, V>> = {}, make: (value: V, day: string) => T) =>
    Object.entries(given)
      .map(([ago, value]) => [daysBefore(NOW, Number(ago)), value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, value]) => make(value, day));
  const matchDay = ({ bucket, shown }: { bucket: number; shown: number }, day: string): MatchDay => ({
    ...{ day, matches: 1, empty: 0, shown, newcomers: 0 },
    scores: Array.from({ length: SCORE_BUCKETS }, (_, n) => (n === bucket ? shown : 0)),
  });
  return {
    matchDays: async (_t: unknown, _d: unknown, range: DayRange) =>
      between(byDay(days.matches, matchDay), range),
    outcomeDays: async (_t: unknown, _d: unknown, range: DayRange) =>
      between(
        byDay(days.accepted, (current, day): OutcomeDay[] => [
          { day, label: 'accepted', outcomes: current + 5, current },
          { day, label: 'rejected', outcomes: 1e6, current: 1e6 },
        ]).flat(),
        range,
      ),
    coverage: async (_t: unknown, _d: unknown, range: DayRange) =>
      between(
        byDay(days.coverage, (share, day): CoverageDay => ({ day, sampled: 500, shares: { age: share } })),
        range,
      ),
  } as unknown as StatisticsStore;
}

test('whole days are compared: neither today, nor a day of a third week', async () => {
  const store = storeOf({
    matches: {
      0: { bucket: 19, shown: 9e6 },
      1: { bucket: 4, shown: 1500 },
      7: { bucket: 5, shown: 500 },
      8: { bucket: 4, shown: 1000 },
      14: { bucket: 4, shown: 1000 },
      15: { bucket: 19, shown: 9e6 },
    },
    accepted: { 0: 9e6, 1: 50, 7: 50, 8: 200, 14: 200, 15: 9e6 },
    coverage: { 13: 0.2, 7: 0.9, 6: 0.1, 0: 0.4 },
  });
  const found = await measureDrift(store, tenant, active, NOW);
  expect(found).toEqual({
    coverage: { age: 0.4 },
    coverageDrift: { age: -0.5 },
    scoreDrift: 0.25,
    matchRate: 0.05,
    matchRateDrift: -0.75,
  });
});

test('a domain without records has none of the figures', async () => {
  expect(await measureDrift(storeOf({}), tenant, active, NOW)).toEqual({
    coverage: {},
    coverageDrift: {},
    scoreDrift: null,
    matchRate: null,
    matchRateDrift: null,
  });
});

test('a drift is noticed once, and again after it had gone; a domain that fails hides no other', async () => {
  const notices: DriftNotice[] = [];
  const failures: unknown[] = [];
  let days: Days = { coverage: { 8: 0.9, 0: 0.6 } };
  const domains = [{ domain: 'broken' }, { domain: 'dating' }];
  const watch = watchDrift({
    statistics: new Proxy({} as StatisticsStore, {
      get: (_, name) => storeOf(days)[name as keyof StatisticsStore],
    }),
    listTenants: async () => [{ tenantId: tenant, domains }] as unknown as readonly Tenant[],
    domainFor: async (_tenant, domain) => {
      if (domain === 'broken') throw new Error('no definition');
      return active;
    },
    clock: () => NOW,
    threshold: 0.2,
    onDrift: (notice) => notices.push(notice),
    onFailure: (error) => void failures.push(error),
  });
  await watch.measure();
  expect(watch.latest()).toEqual([expect.objectContaining({ tenant, domain: 'dating' })]);
  expect(notices).toEqual([
    {
      tenant,
      domain: 'dating',
      what: 'field coverage',
      field: 'age',
      drift: expect.any(Number),
      threshold: 0.2,
    },
  ]);
  days = { coverage: { 8: 0.7, 0: 0.6 } };
  await watch.measure();
  days = { coverage: { 8: 0.1, 0: 0.6 } };
  await watch.measure();
  await watch.close();
  expect(notices.map(({ drift }) => Math.round(drift * 10) / 10)).toEqual([-0.3, 0.5]);
  expect(failures.length).toBeGreaterThan(2);
});

test('with the threshold 0 it looks at nothing by itself', async () => {
  const watch = watchDrift({
    statistics: storeOf({}),
    listTenants: () => expect.unreachable('it looked'),
    domainFor: async () => active,
    clock: () => NOW,
    threshold: 0,
    onDrift: () => expect.unreachable('it found something'),
    onFailure: () => undefined,
  });
  await watch.close();
  expect(watch.latest()).toEqual([]);
});
