/** A search against a plain loop over all people; its bounds; what it refuses. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { FoundUser } from '../../../contract/user-search.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { ALPHA, BETA, sampleWrite } from '../../../platform/storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../../platform/storage/testing/stores-under-test.ts';
import { MOST_LOOKED_AT, type PeopleSearch, searchPeople } from './search-people.ts';

const goals = ['long_term', 'long_walks', 'casual'];
const definition = DomainDefinition.parse({
  domain: 'dating',
  version: 1,
  title: 'Dating',
  reciprocal: 'product',
  scorecard: {},
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', priority: 'high', range: [18, 120] },
    { name: 'goal', kind: 'hard', type: 'enum', values: goals },
    { name: 'skills', kind: 'hard', type: 'enum', multiple: true, values: ['go', 'golang', 'sql'] },
    { name: 'city', kind: 'hard', type: 'string', format: 'geo', priority: 'high' },
    { name: 'title', kind: 'soft', type: 'string' },
    { name: 'photo_url', kind: 'soft', type: 'string' },
    { name: 'about', kind: 'soft', type: 'string' },
  ],
});

const ids = fc.constantFrom(
  'go',
  'Go-1',
  'ana',
  'ANÁ',
  'long walk',
  'l',
  'é',
  'Ana Lima',
  'ß',
  '東京 1',
  '_',
);
const people = fc.uniqueArray(
  fc.record({
    userId: ids,
    fields: fc.record(
      {
        age: fc.integer({ min: 18, max: 22 }),
        goal: fc.constantFrom(...goals),
        skills: fc.constantFrom(['go'], ['golang', 'go'], ['sql']),
        city: fc.constantFrom('São Paulo, Brazil', 'Lisbon, Portugal', 'Łódź'),
        title: fc.constantFrom('Senior Go developer', 'Ana', 'Éclair maker', 'a '.repeat(60)),
        about: fc.constantFrom('lisbon', 'go'),
      },
      { requiredKeys: [] },
    ),
  }),
  { maxLength: 11, selector: ({ userId }) => userId },
);
const queries = fc.constantFrom(
  'g',
  'go',
  'GO',
  'ana',
  'l',
  'long',
  'lo ca',
  'ana lis',
  'sao',
  'lodz',
  '東',
  '_',
  '!',
  'ss',
  'e',
);
const filters = fc.constantFrom<Record<string, unknown> | undefined>(
  undefined,
  { goal: 'long_term' },
  { goal: ['casual', 'long_walks'] },
  { skills: 'go', age: { gte: 20 } },
  { goal: { eq: 'casual', missing: 'pass' } },
  { exclude_user_ids: ['ana', 'go'] },
);

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace('ł', 'l')
    .replace('ß', 'ss');
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The people that a plain loop finds. */
function isFound(userId: string, { goal, skills, city, title }: FieldValues, q: string | undefined) {
  if (q === undefined || plain(userId).startsWith(plain(q))) return true;
  const texts = [goal, city, title, ...((skills as string[] | undefined) ?? [])].filter(
    (text) => typeof text === 'string' && text.length <= 100,
  ) as string[];
  const words = texts.flatMap(wordsOf);
  const given = wordsOf(q);
  return (
    given.length > 0 &&
    given.every((word) => plain(userId).startsWith(word) || words.some((each) => each.startsWith(word)))
  );
}

function passes(
  userId: string,
  { age, goal, skills }: FieldValues,
  given: Record<string, unknown> | undefined,
) {
  if (given === undefined) return true;
  if (given.exclude_user_ids) return !(given.exclude_user_ids as string[]).includes(userId);
  if (given.skills) return ((skills as string[]) ?? []).includes('go') && Number(age ?? 0) >= 20;
  if (Array.isArray(given.goal)) return given.goal.includes(goal);
  return typeof given.goal === 'string' ? goal === given.goal : goal === undefined || goal === 'casual';
}

describe.each(storesUnderTest)('$name store', ({ open, runs }) => {
  let under: StoreUnderTest;
  let store: Store;
  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const domainFor = async () => ({ definition, labels: builtInLabels, threshold: 1 });
  const search = (query: Partial<PeopleSearch>) =>
    searchPeople({ store, domainFor, resolvePlace: () => null }, ALPHA, {
      domain: 'dating',
      limit: 20,
      after: null,
      ...query,
    });

  /** All pages, one after the other. */
  async function walk(query: Partial<PeopleSearch>): Promise<readonly FoundUser[]> {
    const found: FoundUser[] = [];
    for (let after: string | null = null; ; ) {
      const page = await search({ ...query, after });
      expect(page.complete).toBe(true);
      found.push(...page.data);
      if (page.next === null) return found;
      after = page.next;
    }
  }

  test('finds each person that a loop finds, once, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        people,
        fc.array(fc.tuple(fc.option(queries, { nil: undefined }), filters), { minLength: 3, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (known, asked, limit, isOld) => {
          await under.empty();
          await store.profiles.write([
            ...known.map(({ userId, fields }) => sampleWrite(userId, { fields: fields as FieldValues })),
            ...known.map(({ userId, fields }) =>
              sampleWrite(userId, { tenantId: BETA, fields: fields as FieldValues }),
            ),
          ]);
          if (isOld) await under.query("update profiles set terms = null where user_id < 'l'");
          for (const [q, given] of asked) {
            const expected = known
              .filter(({ userId, fields }) => passes(userId, fields as FieldValues, given))
              .filter(({ userId, fields }) => isFound(userId, fields as FieldValues, q))
              .map(({ userId }) => userId);
            const query = { ...(q !== undefined && { q }), ...(given && { filters: given }), limit };
            const found = await walk(query);
            expect(found.map(({ user_id }) => user_id).toSorted()).toEqual(expected.toSorted());
            const sorted = await walk({ ...query, sort: { by: 'age', order: 'desc' } });
            expect(sorted.map(({ user_id }) => user_id).toSorted()).toEqual(expected.toSorted());
            const ages = sorted.map(({ fields }) => Number(fields.age ?? 0));
            expect(ages).toEqual(ages.toSorted((one, other) => other - one));
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('an exact word comes first, and each hit says what was found', async () => {
    await store.profiles.write([
      sampleWrite('p1', { fields: { goal: 'long_walks', city: 'Anadia, Portugal', age: 30 } }),
      sampleWrite('p2', { fields: { title: 'Ana', photo_url: 'https://example.com/a.png' } }),
      sampleWrite('anabel', { fields: { photo_url: 'javascript:alert(1)', goal: 'casual' } }),
    ]);
    const { data, people: count } = await search({ q: 'ana' });
    expect(count).toBe(3);
    expect(
      data.map(({ user_id, title, matched, picture }) => ({ user_id, title, matched, picture })),
    ).toEqual([
      {
        user_id: 'p2',
        title: 'Ana',
        matched: { field: 'title', value: 'Ana' },
        picture: 'https://example.com/a.png',
      },
      { user_id: 'anabel', title: 'anabel', matched: { field: 'user_id', value: 'anabel' }, picture: null },
      { user_id: 'p1', title: 'p1', matched: { field: 'city', value: 'Anadia, Portugal' }, picture: null },
    ]);
    expect(data.map(({ subtitle }) => subtitle)).toEqual([
      '',
      'casual',
      'age 30 · Anadia, Portugal · long walks',
    ]);
  });

  test('it looks at a bounded number of people, and goes on from there', async () => {
    const many = Array.from({ length: MOST_LOOKED_AT + 10 }, (_, n) =>
      sampleWrite(`p${String(n).padStart(5, '0')}`, { fields: { age: n === 0 ? 99 : 20 } }),
    );
    for (let at = 0; at < many.length; at += 500) await store.profiles.write(many.slice(at, at + 500));
    const none = await search({ filters: { age: 21 } });
    expect(none).toMatchObject({ data: [], complete: false });
    expect(await search({ filters: { age: 21 }, after: none.next })).toMatchObject({
      data: [],
      next: null,
      complete: true,
    });
    const sorted = await search({ q: 'p', sort: { by: 'age', order: 'desc' }, limit: 1 });
    expect(sorted).toMatchObject({ data: [{ user_id: 'p00000' }], complete: false });
  });

  test.each([
    [{ filters: { nope: 1 } }, 'unknown_filter'],
    [{ filters: { about: 'x' } }, 'unknown_filter'],
    [{ filters: { age: 'old' } }, 'invalid_request'],
    [{ filters: { city_within_km: 5 } }, 'invalid_request'],
    [{ filters: { city: 'Atlantis' } }, 'location_unknown'],
    [{ filters: { exclude_outcomes: ['accepted'] } }, 'invalid_request'],
    [{ sort: { by: 'skills', order: 'asc' as const } }, 'unknown_filter'],
    [{ sort: { by: '__proto__', order: 'asc' as const } }, 'unknown_filter'],
  ])('%j is %s', async (query, code) => {
    const error = await search(query).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code });
  });
});
