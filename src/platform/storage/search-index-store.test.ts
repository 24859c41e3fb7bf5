/** The rows of search indexes in every store. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSequence } from '../../contract/brands.ts';
import type { SearchIndex } from './search-index-store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const index = (overrides: Partial<SearchIndex> = {}): SearchIndex => ({
  ...{ tenantId: ALPHA, domain: 'dating', version: 1, name: 'a1', state: 'building' },
  ...{ watermark: changeSequence(5), writing: changeSequence(5), lockToken: 'm1', previousLockToken: null },
  ...{ writtenTo: null, usedAtMs: null, createdAtMs: 1000 },
  ...overrides,
});

describe.each(storesUnderTest)('search indexes in $name', ({ open }) => {
  let opened: StoreUnderTest;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.dispose());
  beforeEach(() => opened.empty());
  const rows = () => opened.store.searchIndexes;

  test('one of a domain is built at a time, in each tenant', async () => {
    expect(await rows().add(index())).toBe(true);
    expect(await rows().add(index({ name: 'a2' }))).toBe(false);
    expect(await rows().add(index({ name: 'b1', tenantId: BETA }))).toBe(true);
    expect(await rows().add(index({ name: 'h1', domain: 'hiring' }))).toBe(true);
    expect(await rows().add(index({ name: 'a3', state: 'asked' }))).toBe(true);
    expect(await rows().add(index({ name: 'a4', state: 'asked' }))).toBe(false);
    expect((await rows().all()).map(({ name }) => name)).toEqual(['a1', 'a3', 'h1', 'b1']);
    expect(await rows().ofDomain(BETA, 'dating')).toEqual([index({ name: 'b1', tenantId: BETA })]);
  });

  test('a change needs the token that the row has', async () => {
    await rows().add(index());
    const change = { writing: changeSequence(9), lockToken: 'm2', previousLockToken: 'm1' };
    expect(await rows().change(index(), 'm0', change)).toBe(false);
    expect(await rows().change(index({ tenantId: BETA }), 'm1', change)).toBe(false);
    expect(await rows().change(index(), 'm1', change)).toBe(true);
    expect(await rows().change(index(), 'm1', { watermark: changeSequence(9) })).toBe(false);
    expect(await rows().change(index(), 'm2', { watermark: changeSequence(9), writtenTo: 'zoe' })).toBe(true);
    const [stored] = await rows().ofDomain(ALPHA, 'dating');
    expect(stored).toEqual(index({ ...change, watermark: changeSequence(9), writtenTo: 'zoe' }));
  });

  test('one serves: the one before is retired, and both are of the tenant', async () => {
    await rows().add(index({ state: 'written' }));
    await rows().add(index({ name: 'b1', tenantId: BETA, state: 'serving' }));
    expect(await rows().serve(index(), 'm0', 10)).toBe(false);
    expect(await rows().serve(index(), 'm1', 10)).toBe(true);
    await rows().add(index({ name: 'a0', state: 'written', createdAtMs: 1 }));
    expect(await rows().serve(index({ name: 'a0' }), 'm1', 20)).toBe(true);
    expect(
      (await rows().ofDomain(ALPHA, 'dating')).map(({ name, state, usedAtMs }) => [name, state, usedAtMs]),
    ).toEqual([
      ['a0', 'serving', null],
      ['a1', 'retired', 20],
    ]);
    await rows().noteUse(index(), 30);
    await rows().noteUse(index({ name: 'a0' }), 30);
    const [serving, retired] = await rows().ofDomain(ALPHA, 'dating');
    expect([serving!.usedAtMs, retired!.usedAtMs]).toEqual([null, 30]);
    expect(await rows().retire(ALPHA, 'dating', 40)).toBe(true);
    expect(await rows().retire(ALPHA, 'dating', 50)).toBe(false);
    expect((await rows().ofDomain(BETA, 'dating'))[0]!.state).toBe('serving');
    expect(await rows().remove(index())).toBe(true);
    expect(await rows().remove(index())).toBe(false);
    expect((await opened.another.searchIndexes.all()).map(({ name }) => name)).toEqual(['a0', 'b1']);
  });
});
