import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

describe.each(storesUnderTest)('uses of indexes in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('the last use of each index is kept, of all servers, and old ones are forgotten', async () => {
    const dating = { tenant: ALPHA, domain: 'dating' };
    const hiring = { tenant: ALPHA, domain: 'hiring' };
    const ofBeta = { tenant: BETA, domain: 'dating' };
    const [one, other] = [under.store.indexUses, under.another.indexUses];
    await one.note([], 0);
    await Promise.all([
      one.note(
        [
          { ...dating, usedMs: 500 },
          { ...hiring, usedMs: 300 },
          { ...ofBeta, usedMs: 100 },
        ],
        0,
      ),
      other.note(
        [
          { ...ofBeta, usedMs: 400 },
          { ...dating, usedMs: 200 },
        ],
        0,
      ),
    ]);
    expect(await other.since(300, 9)).toEqual([
      { ...dating, usedMs: 500 },
      { ...ofBeta, usedMs: 400 },
      { ...hiring, usedMs: 300 },
    ]);
    expect(await one.since(400, 1)).toEqual([{ ...dating, usedMs: 500 }]);
    await one.note([{ ...ofBeta, usedMs: 900 }], 400);
    expect(await one.since(0, 9)).toEqual([
      { ...ofBeta, usedMs: 900 },
      { ...dating, usedMs: 500 },
    ]);
  });
});
