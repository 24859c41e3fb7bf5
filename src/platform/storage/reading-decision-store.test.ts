/** The decisions of workspaces, over every store and through two at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReadingDecision } from './reading-decision-store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const decision: ReadingDecision = {
  tenantId: ALPHA,
  domain: 'dating',
  shippedId: '0123456789abcdef',
  decision: { weights: { bias: -1.5 } },
  report: { people: 40 },
  fittedAt: '2026-06-01T00:00:00.000Z',
};

describe.each(storesUnderTest)('$name store', ({ open }) => {
  let under: StoreUnderTest;

  beforeAll(async () => {
    under = await open();
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('has one a workspace and domain, which a later fit replaces and a reset removes', async () => {
    const { readingDecisions: here } = under.store;
    const { readingDecisions: there } = under.another;
    await here.put(decision);
    await here.put({ ...decision, domain: 'hiring' });
    const later = { ...decision, decision: { weights: { bias: 0 } }, fittedAt: '2026-07-01T00:00:00.000Z' };
    await here.put(later);
    expect(await there.get(ALPHA, 'dating')).toEqual(later);
    expect((await there.list(ALPHA)).map(({ domain }) => domain)).toEqual(['dating', 'hiring']);
    expect(await there.get(BETA, 'dating')).toBeNull();
    expect(await there.list(BETA)).toEqual([]);
    expect(await there.remove(BETA, 'dating')).toBe(false);
    expect(await there.remove(ALPHA, 'dating')).toBe(true);
    expect(await here.get(ALPHA, 'dating')).toBeNull();
    expect(await here.list(ALPHA)).toHaveLength(1);
  });
});
