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
});
