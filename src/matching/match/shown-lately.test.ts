/** `exclude_shown_days`, against a log of what earlier matches showed, while the clock goes on. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { Store } from '../../platform/storage/store.ts';
import { type MatchWorld, miniDating, NOW, oneWay, openMatchWorld } from './testing/match-world.ts';

const DAY_MS = 24 * 3_600_000;
const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const domains = [miniDating, oneWay];
const tenants = [tenantId('ten_first'), tenantId('ten_second')] as const;
let world: MatchWorld;
let store: Store;
let nowMs = Date.parse(NOW);
let remembering = true;

beforeAll(async () => {
  world = await openMatchWorld({
    clock: () => nowMs,
    remember: async (shown) => {
      if (remembering) await store.learning.recordShown(shown);
    },
  });
  store = world.store;
  for (const tenant of tenants) {
    for (const domain of domains) {
      for (const [n, userId] of people.entries()) {
        await world.put(domain, userId, { fields: { age: 30 + n } }, tenant);
      }
    }
  }
});
afterAll(() => world.close());

const calls = fc.array(
  fc.record({
    // Whole days reach the border of the window exactly.
    laterMs: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, DAY_MS, 2 * DAY_MS, DAY_MS - 1) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 * DAY_MS }) },
    ),
    tenant: fc.constantFrom(...tenants),
    domain: fc.constantFrom('mini-dating', 'one-way'),
    user_id: fc.constantFrom('a', 'b'),
    limit: fc.integer({ min: 1, max: 4 }),
    exclude_shown_days: fc.option(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(12, 365)), {
      nil: undefined,
    }),
    sql_filter: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

interface Shown {
  readonly key: string;
  readonly userId: string;
  readonly atMs: number;
}

it('leaves out exactly those whom the log has within the days', async () => {
  const log: Shown[] = [];
  let dropped = 0;
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      for (const { laterMs, tenant, sql_filter, exclude_shown_days: days, ...request } of sequence) {
        nowMs += laterMs;
        const key = `${tenant} ${request.domain} ${request.user_id}`;
        const since = days === undefined ? Number.POSITIVE_INFINITY : nowMs - days * DAY_MS;
        const recent = new Set(
          log.filter((shown) => shown.key === key && shown.atMs >= since).map(({ userId }) => userId),
        );
        const answer = await world.match(
          { ...request, stages: { sql_filter }, explain: true, ...(days && { exclude_shown_days: days }) },
          { tenant },
        );
        remembering = false;
        const all = await world.match({ ...request, stages: { sql_filter }, limit: 100 }, { tenant });
        remembering = true;
        const allowed = all.matches.filter(({ user_id }) => !recent.has(user_id)).slice(0, request.limit);
        expect(answer.matches.map(({ user_id }) => user_id)).toEqual(allowed.map(({ user_id }) => user_id));
        expect(answer.trace![0]!.dropped).toEqual(recent.size === 0 ? {} : { shown: recent.size });
        for (const { user_id } of answer.matches) log.push({ key, userId: user_id, atMs: nowMs });
        dropped += recent.size;
      }
    }),
    { numRuns: 60 },
  );
  expect(dropped).toBeGreaterThan(50);
});
