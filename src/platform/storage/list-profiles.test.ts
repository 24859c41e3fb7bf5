/** Lists of profiles against a plain search of all ids. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LISTED_TEXT } from './listed-profile.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const characters = [
  'a',
  'A',
  'b',
  '%',
  '_',
  '0',
  ' ',
  ',',
  'é',
  '\u0301',
  '～',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '\u{10ffff}',
];
const ids = fc
  .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 4 })
  .map((each) => each.join(''));
const prefixes = fc.array(fc.constantFrom(...characters), { maxLength: 3 }).map((each) => each.join(''));
const inBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe.each(storesUnderTest)('$name store', ({ open, runs }) => {
  let under: StoreUnderTest;
  let store: Store;
  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  afterAll(() => under.dispose());

  /** All pages of a prefix, one after the other. */
  async function walk(prefix: string, limit: number): Promise<readonly string[]> {
    const found: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await store.profiles.page(ALPHA, 'dating', { prefix, after, limit });
      found.push(...page.map(({ userId }) => userId));
      if (page.length < limit) return found;
      after = found.at(-1)!;
    }
  }

  test('the pages of a prefix are the ids that begin with it, in the order of bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(ids, { maxLength: 30 }),
        fc.array(prefixes, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 7 }),
        async (known, asked, limit) => {
          await under.empty();
          await store.profiles.write([
            ...known.map((id) => sampleWrite(id)),
            ...known.map((id) => sampleWrite(id, { domain: 'hiring' })),
            ...known.map((id) => sampleWrite(`${id}a`, { tenantId: BETA })),
          ]);
          const sorted = known.toSorted(inBytes);
          for (const prefix of ['', ...asked]) {
            expect(await walk(prefix, limit)).toEqual(sorted.filter((id) => id.startsWith(prefix)));
          }
          const named = [...known.slice(0, 5), ...asked, ...known.slice(0, 2)];
          const listed = await store.profiles.listed(ALPHA, 'dating', named);
          expect(listed.map(({ userId }) => userId)).toEqual(sorted.filter((id) => named.includes(id)));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('a page begins behind an id before, within and behind the prefix', async () => {
    await under.empty();
    await store.profiles.write(['a', 'b', 'ba', 'bb', 'c'].map((id) => sampleWrite(id)));
    const behind = async (id: string) =>
      (await store.profiles.page(ALPHA, 'dating', { prefix: 'b', after: id, limit: 9 })).map(
        ({ userId }) => userId,
      );
    expect(await behind('a')).toEqual(['b', 'ba', 'bb']);
    expect(await behind('b')).toEqual(['ba', 'bb']);
    expect(await behind('ba!')).toEqual(['bb']);
    expect(await behind('c')).toEqual([]);
  });

  test('fields have their types, and long texts are cut by characters', async () => {
    await under.empty();
    const fields = {
      age: 31,
      height: 1.75,
      verified: true,
      smoker: false,
      languages: ['en', 'pt'],
      location: 'Lisbon "Baixa" \\ \n\u0001',
      about: '😀é'.repeat(100_000),
    };
    const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };
    await store.profiles.write([
      sampleWrite('ana', {
        fields: { ...fields, many: Array.from({ length: 2000 }, (_, n) => `v${n}`) },
        ...at,
      }),
      sampleWrite('ben', { fields: {}, complete: true, ...at }),
    ]);
    const [ana, ben] = await store.profiles.page(ALPHA, 'dating', { prefix: '', after: null, limit: 5 });
    const about = '😀é'.repeat(LISTED_TEXT / 2).concat('😀');
    expect(ana).toEqual({ userId: 'ana', complete: false, ...at, fields: { ...fields, about } });
    expect(ben).toEqual({ userId: 'ben', complete: true, ...at, fields: {} });
  });
});
