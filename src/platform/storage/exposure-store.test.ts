/** Expected likes and prices in every store. `exposure-model.test.ts` compares them with a model. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FairExposure } from '../../contract/fair-exposure.ts';
import type { ShownAnswer } from '../../contract/match.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const noAnswer: ShownAnswer = { request: null, models_used: {}, degraded: [], trace: [] };
const people = ['ana', 'ben', 'cem', 'dan'];
const scope = { tenantId: ALPHA, domain: 'dating' };
const rule = FairExposure.parse({
  capacity: 1,
  window_hours: 1,
  step: 1,
  groups: { field: 'attachment_style' },
});

describe.each(storesUnderTest)('$name', ({ open }) => {
  let under: StoreUnderTest;
  let matches = 0;
  beforeAll(async () => {
    under = await open();
  });
  beforeEach(start);
  afterAll(() => under.dispose());

  async function start(): Promise<void> {
    await under.empty();
    await under.store.profiles.write(people.map((userId) => sampleWrite(userId)));
    await under.store.profiles.write(people.map((userId) => sampleWrite(userId, { tenantId: BETA })));
  }

  const show = (store: Store, shown: readonly string[], likes: number | undefined, atMs: number) =>
    store.learning.recordShown({
      ...{ tenantId: ALPHA, matchId: `match_${matches++}`, domain: 'dating', seekerId: 'ana', atMs },
      candidates: shown.map((userId) => ({ userId, score: 0.5, ...(likes !== undefined && { likes }) })),
      answer: noAnswer,
    });

  async function move(store: Store, nowMs: number, limit: number): Promise<void> {
    while ((await store.exposure.addLikes(scope, rule, nowMs, limit)) > 0);
    let after: string | null = null;
    do {
      after = await store.exposure.movePrices(scope, rule, { nowMs, everyMs: MINUTE_MS, after, limit });
    } while (after !== null);
  }

  test('a follower that reads after its round has the prices of one that reads all', async () => {
    const { exposure } = under.store;
    const known = new Map<string, number>();
    let round = 0;
    for (let minute = 1; minute <= 20; minute++) {
      const nowMs = START_MS + minute * MINUTE_MS;
      if (minute < 8) await show(under.store, people.slice(1, 1 + (minute % 4)), 0.9, nowMs);
      await move(under.another, nowMs, 2);
      for (;;) {
        const changed = await exposure.pricesAfter(scope, round, 1);
        for (const price of changed) known.set(price.userId, price.price);
        round = changed.reduce((last, price) => Math.max(last, price.round), round);
        if (changed.length === 0) break;
      }
      const all = await exposure.pricesAfter(scope, null, 1);
      const above = [...known].filter(([, price]) => price > 0).sort();
      expect(above).toEqual(
        all
          .filter(({ price }) => price > 0)
          .map((price) => [price.userId, price.price])
          .sort(),
      );
    }
    expect(known.size).toBe(3);
  });

  test('nothing is kept where fair exposure is off, and all of a domain is forgotten at once', async () => {
    await show(under.store, ['ben', 'cem'], undefined, START_MS);
    expect(await under.store.exposure.domains()).toEqual([]);
    await show(under.store, ['ben', 'cem'], 5, START_MS);
    expect(await under.store.exposure.domains()).toEqual([scope]);
    await move(under.store, START_MS, 10);
    const before = await under.store.exposure.round(ALPHA, 'dating');
    expect(await under.store.exposure.summary(scope)).toMatchObject({ priced: 2, capped: 2 });
    expect(await under.store.exposure.groups(ALPHA, 'dating', 'attachment_style')).toEqual([
      { value: 'secure', likes: 10, shown: 2, atMs: START_MS },
    ]);
    while (await under.another.exposure.forget(scope));
    expect(await under.store.exposure.domains()).toEqual([]);
    expect(await under.store.exposure.round(ALPHA, 'dating')).toBeNull();
    await show(under.store, ['ben'], 5, START_MS);
    await move(under.store, START_MS, 10);
    expect((await under.store.exposure.round(ALPHA, 'dating'))!.epoch).not.toBe(before!.epoch);
  });

  test('an erased person leaves no sum, no price and no note', async () => {
    await show(under.store, ['ben', 'cem'], 5, START_MS);
    await move(under.store, START_MS, 10);
    await show(under.store, ['ben', 'cem'], 5, START_MS);
    await under.store.profiles.erase(ALPHA, 'ben', 'dating');
    const named = await under.query(
      `select user_id as id from candidate_exposure union all select candidate_id as id from likes_to_count`,
    );
    expect(named.map(({ id }) => id)).toEqual(['cem', 'cem']);
    expect(await under.store.exposure.ofPerson(BETA, 'cem')).toEqual([]);
  });
});
