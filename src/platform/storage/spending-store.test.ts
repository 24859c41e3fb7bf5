import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const DAY = '2026-03-01';
const nothing = { usd: 0, inputTokens: 0, outputTokens: 0 };

describe.each(storesUnderTest)('spending in the $name store', ({ open }) => {
  let under: StoreUnderTest;

  beforeAll(async () => {
    under = await open();
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('adds up by tenant and day, also what several spend at once, and is seen by every process', async () => {
    const { spending } = under.store;
    const more = { usd: 0.25, inputTokens: 1000, outputTokens: 10 };
    await Promise.all(Array.from({ length: 20 }, () => spending.spend(ALPHA, DAY, more)));
    await spending.spend(ALPHA, '2026-03-02', more);
    expect(await under.another.spending.spentOn(ALPHA, DAY)).toEqual({
      usd: 5,
      inputTokens: 20_000,
      outputTokens: 200,
    });
    expect(await spending.spentOn(ALPHA, '2026-03-02')).toEqual(more);
    expect(await spending.spentOn(BETA, DAY)).toEqual(nothing);
    expect(await spending.spentOn(ALPHA, '2026-03-03')).toEqual(nothing);
  });

  test('reservations of all processes together stay within the limit, and end with their cost', async () => {
    const processes = [under.store.spending, under.another.spending];
    const reserve = (n: number) => processes[n % 2]!.reserve(ALPHA, DAY, 0.25, 1);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reserve(n)));
    expect(answers.filter(({ admitted }) => admitted).length).toBe(4);
    expect(await reserve(0)).toEqual({ admitted: false, beforeUsd: 1 });
    expect(await processes[0]!.spentOn(ALPHA, DAY)).toEqual(nothing);
    expect((await processes[0]!.reserve(BETA, DAY, 0.25, 1)).admitted).toBe(true);
    const cost = { usd: 0.125, inputTokens: 10, outputTokens: 1 };
    await processes[1]!.spend(ALPHA, DAY, cost, 0.25);
    expect(await reserve(0)).toEqual({ admitted: false, beforeUsd: 0.875 });
    await processes[1]!.spend(ALPHA, DAY, nothing, 0.25);
    expect(await reserve(1)).toEqual({ admitted: true, beforeUsd: 0.625 });
    expect(await processes[1]!.spentOn(ALPHA, DAY)).toEqual(cost);
    expect(await reserve(1)).toEqual({ admitted: false, beforeUsd: 0.875 });
    expect((await processes[0]!.reserve(ALPHA, '2026-03-02', 0.25, 1)).admitted).toBe(true);
  });

  test('once the limit is spent, nothing is admitted, not even what costs nothing', async () => {
    await under.store.spending.spend(ALPHA, DAY, { ...nothing, usd: 1 });
    expect((await under.store.spending.reserve(ALPHA, DAY, 0, 1)).admitted).toBe(false);
  });
});
