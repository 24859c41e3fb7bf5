/** The index's bitmaps, the store's WHERE clause and the plain check of a row agree on every filter. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSequence, type RowNumber } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { type Clauses, distanceKm } from '../../domains/filter.ts';
import { parseFilters } from '../../domains/parse-filter.ts';
import { rowPasses } from '../../domains/row-passes.ts';
import {
  aTenant,
  definitionOf,
  firstSequence,
  type Person,
  people,
  schemas,
  clauses as someClauses,
  somePlaces,
  storedProfile,
} from '../../platform/storage/testing/random-profiles.ts';
import type { StoreUnderTest } from '../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../platform/storage/testing/stores-under-test.ts';
import { ReferenceIndex } from './reference/reference-index.ts';

describe.each(storesUnderTest)('filters on the $name store and the index', (kind) => {
  const { open, exactDistances, runs } = kind;
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.dispose());

  async function load(definition: DomainDefinition, population: readonly Person[]): Promise<ReferenceIndex> {
    await under.empty();
    const profiles = population.map((person) => storedProfile(definition, person));
    const rest = { contextItems: [], vectors: [], dropVectors: [], refreshDueAtMs: null };
    await under.store.profiles.write(profiles.map(({ row }) => ({ row, ...rest })));
    const index = new ReferenceIndex(definition, firstSequence);
    index.apply({ upserts: profiles, deletes: [], sequence: changeSequence(1) });
    return index;
  }

  async function meanings(index: ReferenceIndex, population: readonly Person[], clauses: Clauses) {
    const { selection } = await index.select([{ reason: 'filters', keep: clauses }]);
    const rows = Array.from(selection.rows(), (row) => index.userIdOf(row as RowNumber)!);
    const passing = population.filter(({ values, places }) => rowPasses(clauses, values, places));
    return {
      index: rows.sort(),
      store: [...(await under.store.profiles.idsWhere(aTenant, 'dating', clauses))].sort(),
      plain: passing.map(({ userId }) => userId).sort(),
    };
  }

  async function expectOneMeaning(index: ReferenceIndex, population: readonly Person[], clauses: Clauses) {
    const { index: rows, store, plain } = await meanings(index, population, clauses);
    expect({ rows, store }).toEqual({ rows: plain, store: plain });
    return plain;
  }

  it('pass the same rows, whatever the schema, the people and the clauses', async () => {
    const worlds = schemas.chain((definition) => {
      return fc.record({
        definition: fc.constant(definition),
        population: fc.uniqueArray(people(definition), { selector: ({ userId }) => userId, minLength: 1 }),
        filters: fc.array(someClauses(definition), { minLength: 10, maxLength: 10 }),
      });
    });
    let passed = 0;
    const run = async ({ definition, population, filters }: fcOf<typeof worlds>) => {
      const index = await load(definition, population);
      for (const clauses of filters) passed += (await expectOneMeaning(index, population, clauses)).length;
    };
    await fc.assert(fc.asyncProperty(worlds, run), { numRuns: runs(80) });
    expect(passed).toBeGreaterThan(0);
  });

  it('measure the same distances at the poles, across the date line and at the very boundary', async () => {
    const definition = definitionOf([{ name: 'home', kind: 'hard', type: 'string', format: 'geo' }]);
    // The radius of an area is added to its distance, which rounds.
    const points = somePlaces.filter(({ radiusKm }) => radiusKm === undefined);
    const population: Person[] = points.map((place) => ({
      ...{ userId: place.key, values: { home: place.name }, places: { home: place } },
      ...{ preferences: [], blocks: [], complete: true, vector: null },
    }));
    const index = await load(definition, population);
    for (const { lat, lon } of points) {
      for (const other of points) {
        const exact = distanceKm(lat, lon, other.lat, other.lon);
        const justLess = exact * (1 - 2 ** -52);
        for (const [km, isNear] of [
          [exact, true],
          [justLess, exact === 0],
        ] as const) {
          const clauses: Clauses = [{ op: 'within_km', field: 'home', km, origin: { lat, lon } }];
          const near = exactDistances
            ? await expectOneMeaning(index, population, clauses)
            : (await meanings(index, population, clauses)).plain;
          expect(near.includes(other.key)).toBe(isNear);
        }
      }
    }
    const westOfTheDateLine = { lat: 0.1, lon: 179.999 };
    const around: Clauses = [{ op: 'within_km', field: 'home', km: 12, origin: westOfTheDateLine }];
    expect(await expectOneMeaning(index, population, around)).toEqual([
      'geonames:just east of it',
      'geonames:just west of it',
      'geonames:on its other side',
      'geonames:on the date line',
    ]);
  });

  it('take long lists; the index takes the longest that a request may bring', async () => {
    const definition = definitionOf([
      { name: 'age', kind: 'hard', type: 'integer' },
      { name: 'job', kind: 'hard', type: 'string' },
      { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
    ]);
    const person = { places: {}, preferences: [], blocks: [], complete: true, vector: null };
    const population: Person[] = [
      { ...person, userId: 'u1', values: { age: 9_999, job: 'job 7', home: 'Atlantis' } },
      { ...person, userId: 'u2', values: { age: 10_000, job: 'job 10000' } },
      { ...person, userId: 'u3', values: {} },
    ];
    const index = await load(definition, population);
    const agesTo = (length: number) => Array.from({ length }, (_, n) => n + 10_000 - length);
    const ages = agesTo(1_000);
    const jobs = ['job 7', ...ages.map((n) => `job ${n}`)];
    const place = (name: unknown) => ({
      key: `x:${name}`,
      name: String(name),
      country: null,
      lat: 0,
      lon: 0,
    });
    const filter = (wire: Record<string, unknown>) => parseFilters(definition, wire, place).clauses;
    expect(await expectOneMeaning(index, population, filter({ age: ages, job: { in: jobs } }))).toEqual([
      'u1',
    ]);
    expect(await expectOneMeaning(index, population, filter({ age: { nin: ages } }))).toEqual(['u2']);
    expect(await expectOneMeaning(index, population, filter({ job: { nin: jobs } }))).toEqual(['u2']);
    expect(await expectOneMeaning(index, population, filter({ home: { nin: jobs } }))).toEqual([]);
    expect(await expectOneMeaning(index, population, filter({ home: { exists: true } }))).toEqual(['u1']);
    const all = filter({
      age: { nin: agesTo(10_000) },
      job: { in: agesTo(10_000).map((n) => `job ${n + 1}`) },
    });
    expect(await expectOneMeaning(index, population, all)).toEqual(['u2']);
  });
});

type fcOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
