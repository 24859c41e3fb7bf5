/** The counted words of workspaces, over every store and through two at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import { NOT_KNOWN, type StoredWordCounts } from './word-count-store.ts';

const counted: StoredWordCounts = {
  ...{ tenantId: ALPHA, domain: 'dating', version: 'w1', people: 20, texts: 18, words: 900 },
  counts: Uint32Array.of(7, 3, 4_000_000_000, 2),
  countedErasures: NOT_KNOWN,
  countedAt: '2026-03-01T12:00:00.000Z',
};

describe.each(storesUnderTest)('$name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;
  let another: Store;

  beforeAll(async () => {
    under = await open();
    ({ store, another } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('later counts of a domain replace the earlier ones, and are no other tenant’s', async () => {
    const version = await another.learning.modelsVersion();
    await store.words.keepWordCounts(counted);
    await store.words.keepWordCounts({ ...counted, people: 30 });
    expect(await another.learning.modelsVersion()).toBe(version + 1);
    await store.words.keepWordCounts({ ...counted, version: 'w2', counts: Uint32Array.of(7, 9) });
    expect(await another.learning.modelsVersion()).toBe(version + 2);
    expect(await another.words.wordCounts(ALPHA, 'dating')).toEqual({
      ...counted,
      version: 'w2',
      counts: Uint32Array.of(7, 9),
    });
    expect(await another.words.wordCounts(BETA, 'dating')).toBeNull();
    expect(await another.words.wordCounts(ALPHA, 'hiring')).toBeNull();
  });

  test('an erasure is noted in the person’s domains, also during a count', async () => {
    await store.profiles.write([sampleWrite('ana')]);
    await store.words.keepWordCounts({ ...counted, countedErasures: 0 });
    await store.words.keepWordCounts({ ...counted, domain: 'hiring', countedErasures: 0 });
    await store.profiles.erase(ALPHA, 'ana', null);
    await store.words.keepWordCounts({ ...counted, countedErasures: 0 });
    const noted = { erasures: 1, countedErasures: 0 };
    expect(await another.words.wordCountState(ALPHA, 'dating')).toMatchObject(noted);
    expect(await another.words.wordCountState(ALPHA, 'hiring')).toMatchObject({ erasures: 0 });
  });
});
