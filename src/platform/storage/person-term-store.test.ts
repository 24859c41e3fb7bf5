/** The terms of people: kept with every write, gone with every erasure, and added to rows without them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FoundByTerm, TermPlace } from './person-term-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

describe.each(storesUnderTest)('$name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;
  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const look = { clauses: [], limit: 100 };
  const found = (term: string, after: TermPlace | null = null, isPrefix = true) =>
    store.personTerms.under(ALPHA, 'dating', { term, isPrefix }, after, look);
  const places = (rows: readonly FoundByTerm[]) => rows.map(({ term, userId }) => `${term} ${userId}`);

  test('people stand under the words of their ids and values, in the order of bytes', async () => {
    await store.profiles.write([
      sampleWrite('Ana', { fields: { location: 'São Paulo, Brazil', goal: 'long_term', age: 30 } }),
      sampleWrite('ana-2', { fields: { skills: ['go', 'sql'], about: 'x '.repeat(200) } }),
      sampleWrite('ana', { domain: 'hiring', fields: { location: 'Salvador' } }),
      sampleWrite('anabel', { tenantId: BETA, fields: {} }),
    ]);
    expect(places(await found('ana'))).toEqual(['ana Ana', 'ana-2 ana-2']);
    expect(places(await found('s'))).toEqual(['sao Ana', 'sql ana-2']);
    expect(places(await found('s', { term: 'sao', userId: 'Ana' }))).toEqual(['sql ana-2']);
    expect(places(await found('ana', null, false))).toEqual(['ana Ana']);
    expect(places(await found('ana', { term: 'ana', userId: 'Ana' }, false))).toEqual([]);
    expect(await found('x')).toEqual([]);
    expect((await found('term'))[0]).toMatchObject({
      terms: ['ana', 'sao', 'paulo', 'brazil', 'long', 'term'],
      profile: { userId: 'Ana', fields: { location: 'São Paulo, Brazil', goal: 'long_term', age: 30 } },
    });
  });

  test('a row that does not pass the clauses is looked at, and not read', async () => {
    await store.profiles.write([
      sampleWrite('a', { fields: { age: 30 } }),
      sampleWrite('b', { fields: { age: 40 } }),
    ]);
    const clauses = [{ op: 'gte' as const, field: 'age', value: 35 }];
    const rows = await store.personTerms.inOrder(ALPHA, 'dating', null, { clauses, limit: 10 });
    expect(rows.map(({ userId, profile }) => [userId, profile?.fields ?? null])).toEqual([
      ['a', null],
      ['b', { age: 40 }],
    ]);
    expect(await store.personTerms.inOrder(ALPHA, 'dating', 'a', { clauses, limit: 1 })).toHaveLength(1);
  });

  test('a write replaces the terms of its row, and a conflict leaves them', async () => {
    await store.profiles.write([sampleWrite('ana', { fields: { goal: 'casual', city: 'Porto' } })]);
    const stale = sampleWrite('ana', { fields: { goal: 'none' }, revision: 7 });
    expect(await store.profiles.write([stale])).toEqual(['conflict']);
    expect(places(await found('none'))).toEqual([]);
    await store.profiles.write([
      sampleWrite('ana', { fields: { goal: 'serious', city: 'Porto' }, revision: 1 }),
    ]);
    expect(places(await found('casual'))).toEqual([]);
    expect(places(await found('serious'))).toEqual(['serious ana']);
    expect(places(await found('porto'))).toEqual(['porto ana']);
    const twice = [
      sampleWrite('ben', { fields: { goal: 'one' } }),
      sampleWrite('ben', { fields: { goal: 'two' }, revision: 1 }),
    ];
    await store.profiles.write(twice);
    expect(places([...(await found('one')), ...(await found('two'))])).toEqual(['two ben']);
  });

  test('an erasure takes all terms, of one domain or of all', async () => {
    await store.profiles.write([
      sampleWrite('ana', { fields: { goal: 'casual' } }),
      sampleWrite('ana', { domain: 'hiring', fields: { goal: 'casual' } }),
      sampleWrite('ben', { fields: { goal: 'casual' } }),
    ]);
    await store.profiles.erase(ALPHA, 'ana', 'dating');
    expect(places(await found('casual'))).toEqual(['casual ben']);
    const hiring = () => store.personTerms.under(ALPHA, 'hiring', { term: '', isPrefix: true }, null, look);
    expect(await hiring()).toHaveLength(2);
    await store.profiles.erase(ALPHA, 'ana', null);
    expect(await hiring()).toEqual([]);
    await store.profiles.write([sampleWrite('ana', { fields: { goal: 'serious' } })]);
    expect(places(await found('ana'))).toEqual(['ana ana']);
  });

  test('rows of an earlier version get their terms step by step', async () => {
    await store.profiles.write(['a', 'b', 'c'].map((id) => sampleWrite(id, { fields: { goal: 'casual' } })));
    await store.profiles.write([sampleWrite('d', { tenantId: BETA })]);
    await under.query('delete from person_terms');
    await under.query('update profiles set terms = null');
    expect(await store.personTerms.isWhole(ALPHA, 'dating')).toBe(false);
    expect(await store.personTerms.isWhole(ALPHA, 'hiring')).toBe(true);
    // A write in between counts as one of this version.
    await store.profiles.write([sampleWrite('b', { fields: { goal: 'serious' }, revision: 1 })]);
    const steps: number[] = [];
    do steps.push(await store.personTerms.addMissing(1));
    while (steps.at(-1)! > 0);
    expect(steps).toEqual([1, 1, 1, 0]);
    expect(places(await found('casual'))).toEqual(['casual a', 'casual c']);
    expect(places(await found('serious'))).toEqual(['serious b']);
    expect(await store.personTerms.isWhole(ALPHA, 'dating')).toBe(true);
  });
});
