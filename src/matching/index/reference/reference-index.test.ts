import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSequence, type RowNumber } from '../../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../../domains/bind-origin.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { Clause, Clauses } from '../../../domains/filter.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import { cosine } from '../../../platform/numeric/vectors.ts';
import { dequantizeVector } from '../../../platform/storage/quantized-vector.ts';
import {
  DIMENSION,
  definitionOf,
  firstSequence,
  type Person,
  people,
  profileVector,
  schemas,
  clauses as someClauses,
  somePlaces,
  someUserIds,
  storedProfile,
} from '../../../platform/storage/testing/random-profiles.ts';
import type { CandidateIndex, Counterpart, NarrowingStep } from '../candidate-index.ts';
import { compareIds, tieBreak } from '../tie-break.ts';
import { ReferenceIndex } from './reference-index.ts';

const ENCODER = 'test@1#00000000';

function indexOf(definition: DomainDefinition, population: readonly Person[]): ReferenceIndex {
  const index = new ReferenceIndex(definition, firstSequence);
  const upserts = population.map((person) => storedProfile(definition, person));
  index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
  return index;
}

/** The rows that pass the steps, ascending. */
async function rowsOf(index: CandidateIndex, ...steps: readonly NarrowingStep[]): Promise<Uint32Array> {
  const { selection } = await index.select(steps);
  const rows = selection.rows();
  expect(rows).toHaveLength(selection.size);
  return rows;
}

async function idsOf(index: CandidateIndex, step: NarrowingStep): Promise<string[]> {
  return Array.from(await rowsOf(index, step), (row) => index.userIdOf(row as RowNumber)!).sort();
}

const filters = (keep: Clauses): NarrowingStep => ({ reason: 'filters', keep });
const accepting = (counterpart: Counterpart): NarrowingStep => ({
  reason: 'not_wanted',
  accepts: counterpart,
});
const complete: NarrowingStep = { reason: 'incomplete', keep: 'complete' };

const populations = (definition: DomainDefinition) =>
  fc.uniqueArray(people(definition), { selector: ({ userId }) => userId, minLength: 1, maxLength: 11 });

const worlds = schemas.chain((definition) => {
  return fc.record({ definition: fc.constant(definition), population: populations(definition) });
});

describe('filter', () => {
  it('equals rowPasses of every row', async () => {
    const cases = worlds.chain(({ definition, population }) =>
      fc.tuple(fc.constant(definition), fc.constant(population), someClauses(definition)),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([definition, population, clauses]) => {
        const index = indexOf(definition, population);
        const passing = population.filter(({ values, places }) => rowPasses(clauses, values, places));
        expect(await idsOf(index, filters(clauses))).toEqual(passing.map(({ userId }) => userId).sort());
      }),
      { numRuns: 400 },
    );
  });

  it('treats clauses on fields outside the schema as clauses on absent ones', async () => {
    const passing = async (clause: Clause) => (await rowsOf(index, filters([clause]))).length;
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const index = indexOf(definition, [person('u1', { age: 30 })]);
    expect(await passing({ op: 'exists', field: 'gone', value: false })).toBe(1);
    expect(await passing({ op: 'exists', field: 'gone', value: true })).toBe(0);
    expect(await passing({ op: 'ne', field: 'gone', value: 1 })).toBe(0);
  });

  it('keeps enum values of earlier versions, and reads values of another type as absent', async () => {
    const definition = definitionOf([
      { name: 'age', kind: 'hard', type: 'integer' },
      { name: 'colour', kind: 'hard', type: 'enum', values: ['red'] },
      { name: 'speaks', kind: 'hard', type: 'enum', values: ['en'], multiple: true },
      { name: 'smokes', kind: 'hard', type: 'boolean' },
    ]);
    const unlisted = Array.from({ length: 40 }, (_, i) => `earlier${i}`);
    const index = indexOf(definition, [
      person('u1', { age: 'thirty', colour: 'mauve', speaks: ['en'], smokes: 'true' }),
      person('u2', { age: 30, colour: 7, speaks: unlisted, smokes: true }),
    ]);
    const row = index.rowOf('u1')!;
    expect(['age', 'colour', 'speaks', 'smokes'].map((field) => index.valueOf(row, field))).toEqual([
      undefined,
      'mauve',
      ['en'],
      undefined,
    ]);
    expect(index.valueOf(index.rowOf('u2')!, 'speaks')).toEqual(unlisted);
    const passing = (clause: Clause) => idsOf(index, filters([clause]));
    expect(await passing({ op: 'exists', field: 'age', value: true })).toEqual(['u2']);
    expect(await passing({ op: 'ne', field: 'colour', value: 'red' })).toEqual(['u1']);
    expect(await passing({ op: 'eq', field: 'colour', value: 'mauve' })).toEqual(['u1']);
    expect(await passing({ op: 'in', field: 'speaks', values: ['earlier39'] })).toEqual(['u2']);
    expect(await passing({ op: 'eq', field: 'smokes', value: true })).toEqual(['u2']);
  });
});

describe('accepting', () => {
  it('equals rowPasses of each row’s own preferences, without rows that block the counterpart', async () => {
    const cases = worlds.chain(({ definition, population }) =>
      fc.tuple(fc.constant(definition), fc.constant(population), people(definition)),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([definition, population, counterpart]) => {
        const index = indexOf(definition, population);
        const willing = population.filter(({ preferences, blocks, places }) => {
          const bound = bindPreferenceOrigin(preferences, places);
          return (
            rowPasses(bound, counterpart.values, counterpart.places) && !blocks.includes(counterpart.userId)
          );
        });
        expect(await idsOf(index, accepting(counterpart))).toEqual(
          willing.map(({ userId }) => userId).sort(),
        );
        const blocking = population.filter(({ blocks }) => blocks.includes(counterpart.userId));
        expect(index.blocking(counterpart.userId).map((row) => index.userIdOf(row))).toEqual(
          blocking.map(({ userId }) => userId),
        );
      }),
      { numRuns: 600 },
    );
  });

  it('refuses a distance from an unknown place, and accepts every counterpart without one', async () => {
    const definition = definitionOf([{ name: 'home', kind: 'hard', type: 'string', format: 'geo' }]);
    const near = [{ op: 'within_km', field: 'home', km: 20_037, origin: null }] as const;
    const [place] = somePlaces;
    const index = indexOf(definition, [
      { ...person('knows', { home: 'Lisbon' }), places: { home: place! }, preferences: near },
      { ...person('does not', { home: 'Atlantis' }), preferences: near },
      person('does not mind', {}),
    ]);
    const asks = (places: Record<string, (typeof somePlaces)[number]>) =>
      idsOf(index, accepting({ userId: 'me', values: {}, places }));
    expect(await asks({ home: place! })).toEqual(['does not mind', 'knows']);
    expect(await asks({})).toEqual(['does not mind']);
  });
});

describe('changes', () => {
  type Step = { readonly person: Person } | { readonly erased: string };
  const histories = schemas.chain((definition) => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 3, arbitrary: people(definition).map((person) => ({ person })) },
      { weight: 1, arbitrary: fc.constantFrom(...someUserIds).map((erased) => ({ erased })) },
    );
    return fc.record({
      definition: fc.constant(definition),
      steps: fc.array(step, { maxLength: 30 }),
      clauses: someClauses(definition),
      counterpart: people(definition),
    });
  });

  it('in any order equal a fresh build of the surviving rows', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ definition, steps, clauses, counterpart }) => {
        const index = new ReferenceIndex(definition, firstSequence);
        const survivors = new Map<string, Person>();
        for (const step of steps) {
          if ('person' in step) {
            const upserts = [storedProfile(definition, step.person)];
            index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
            survivors.set(step.person.userId, step.person);
          } else {
            index.apply({ upserts: [], deletes: [step.erased], sequence: changeSequence(1) });
            survivors.delete(step.erased);
          }
        }
        const fresh = indexOf(definition, [...survivors.values()]);
        expect(await dump(index)).toEqual(await dump(fresh));
        for (const step of [filters(clauses), accepting(counterpart)])
          expect(await idsOf(index, step)).toEqual(await idsOf(fresh, step));
      }),
      { numRuns: 300 },
    );
  });

  it('never reuse a row for another person, and leave nothing of an erased one', async () => {
    const definition = definitionOf([
      { name: 'job', kind: 'hard', type: 'string' },
      { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
    ]);
    const secret = {
      ...person('u1', { job: 'spy', home: 'Lisbon' }),
      places: { home: somePlaces[0]! },
      blocks: ['u2'],
      vector: new Float32Array(DIMENSION).fill(0.5),
    };
    const index = indexOf(definition, [secret]);
    const row = index.rowOf('u1')!;
    index.apply({ upserts: [], deletes: ['u1', 'nobody'], sequence: changeSequence(2) });
    const sizes = [(await rowsOf(index)).length, (await rowsOf(index, complete)).length];
    expect([index.size, ...sizes, index.rowOf('u1')]).toEqual([0, 0, 0, null]);
    expect([index.userIdOf(row), index.isLive(row), index.valueOf(row, 'job')]).toEqual([
      null,
      false,
      undefined,
    ]);
    expect([index.placeOf(row, 'home'), index.vectorOf(row, ENCODER), index.blocking('u2')]).toEqual([
      undefined,
      null,
      [],
    ]);
    const [job, home] = [0, 1];
    for (const [field, value] of [
      [job, 'spy'],
      [home, 'Lisbon'],
    ] as const) {
      const codes = Array.from({ length: index.codes.codeLimit(field) }, (_, code) => code);
      expect(codes).toEqual([0, 1]);
      expect(codes.map((code) => index.codes.valueOf(field, code))).toEqual([undefined, undefined]);
      expect(index.codes.codeOf(field, value)).toBe(0);
    }
    index.apply({
      upserts: [storedProfile(definition, secret)],
      deletes: [],
      sequence: changeSequence(3),
    });
    expect(index.rowOf('u1')).not.toBe(row);
    expect([index.isLive(row), index.size, index.rowLimit]).toEqual([false, 1, 2]);
  });

  it('that add thousands of rows keep earlier rows', async () => {
    const count = async (step: NarrowingStep) => (await rowsOf(index, step)).length;
    const definition = definitionOf([
      { name: 'age', kind: 'hard', type: 'integer' },
      { name: 'speaks', kind: 'hard', type: 'enum', values: ['en', 'pt'], multiple: true },
    ]);
    const population = Array.from({ length: 5000 }, (_, i) => ({
      ...person(`u${i}`, i % 3 === 0 ? { speaks: ['pt'] } : { age: i }),
      preferences: i % 2 === 0 ? [{ op: 'gte', field: 'age', value: i } as const] : [],
    }));
    const index = indexOf(definition, population);
    expect(await count(filters([{ op: 'exists', field: 'age', value: false }]))).toBe(1667);
    expect(await count(filters([{ op: 'eq', field: 'speaks', value: 'pt' }]))).toBe(1667);
    expect(await count(filters([{ op: 'lt', field: 'age', value: 100 }]))).toBe(66);
    expect(await count(accepting({ userId: 'me', values: { age: 100 }, places: {} }))).toBe(2500 + 51);
    expect(await count(accepting({ userId: 'me', values: {}, places: {} }))).toBe(2500);
  });
});

describe('selections', () => {
  it('narrow step by step, exclude and list rows in ascending order', async () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const index = indexOf(
      definition,
      Array.from({ length: 200 }, (_, i) => person(`u${i}`, { age: i })),
    );
    const old = filters([{ op: 'gte', field: 'age', value: 60 }]);
    const young = filters([{ op: 'lt', field: 'age', value: 70 }]);
    const drop = [64 as RowNumber, 3 as RowNumber, 9999 as RowNumber];
    const rows = await rowsOf(index, old, young, { reason: 'excluded', drop });
    expect([...rows]).toEqual([60, 61, 62, 63, 65, 66, 67, 68, 69]);
    expect([(await rowsOf(index, old)).length, (await rowsOf(index, young)).length]).toEqual([140, 70]);
  });

  it('made before rows were added still have the same rows', async () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const index = indexOf(definition, [person('u0', { age: 1 })]);
    const { selection: before } = await index.select([]);
    const more = Array.from({ length: 3000 }, (_, i) => storedProfile(definition, person(`v${i}`, {})));
    index.apply({ upserts: more, deletes: [], sequence: changeSequence(2) });
    expect([...before.rows()]).toEqual([0]);
    const added = index.rowOf('v0')!;
    expect([before.size, before.has(0 as RowNumber), before.has(added)]).toEqual([1, true, false]);
  });
});

describe('similarities', () => {
  const definition = definitionOf([{ name: 'about', kind: 'soft', type: 'string' }]);
  const floats = fc.float32Array({
    minLength: DIMENSION,
    maxLength: DIMENSION,
    min: -1,
    max: 1,
    noNaN: true,
  });

  it('are the cosines of the stored vectors in 64 bits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(floats), { minLength: 1, maxLength: 8 }),
        floats,
        async (vectors, query) => {
          const index = indexOf(
            definition,
            vectors.map((vector, i) => ({ ...person(`u${i}`, {}), vector })),
          );
          const cosines = index.similarities(await rowsOf(index), query, ENCODER);
          vectors.forEach((vector, i) => {
            const kept = vector === null ? null : dequantizeVector(profileVector('dating', vector).vector);
            const expected = kept === null ? Number.NaN : cosine(kept, query);
            if (Number.isNaN(expected)) expect(cosines[i]).toBeNaN();
            else expect(Math.abs(cosines[i]! - expected)).toBeLessThan(1e-6);
            expect(index.vectorOf(i as RowNumber, ENCODER)).toEqual(kept);
            expect(index.hasVector(i as RowNumber, ENCODER)).toBe(kept !== null);
          });
        },
      ),
    );
  });

  it('are NaN for vectors of another encoder, and follow the row when it is encoded again', () => {
    const vector = new Float32Array(DIMENSION).fill(0.25);
    const index = indexOf(definition, [{ ...person('u1', {}), vector }]);
    const rows = Uint32Array.of(0, 77);
    expect([...index.similarities(rows, vector, ENCODER)]).toEqual([1, Number.NaN]);
    expect([...index.similarities(rows, vector, 'other@1#00000000')]).toEqual([Number.NaN, Number.NaN]);
    const profile = storedProfile(definition, person('u1', {}));
    const other = profileVector('dating', Float32Array.of(1, 0, 0), 'other@1#00000000');
    index.apply({
      upserts: [{ ...profile, profileVector: other }],
      deletes: [],
      sequence: changeSequence(2),
    });
    expect(index.vectorOf(0 as RowNumber, ENCODER)).toBeNull();
    const has = [ENCODER, 'other@1#00000000'].map((encoder) => index.hasVector(0 as RowNumber, encoder));
    expect([...has, index.hasVector(77 as RowNumber, ENCODER)]).toEqual([false, true, false]);
    expect([...index.similarities(rows, Float32Array.of(-1, 0, 0), 'other@1#00000000')]).toEqual([
      -1,
      Number.NaN,
    ]);
    expect(() => index.similarities(rows, vector, 'other@1#00000000')).toThrow(/dimensions/);
  });
});

describe('topK', () => {
  const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
  const index = indexOf(
    definition,
    Array.from({ length: 300 }, (_, i) => person(`u${i}`, {})),
  );
  const score = fc.oneof(fc.constantFrom(0, -0, 0.25, 0.5, 1, Number.NaN), fc.double({ min: 0, max: 1 }));

  it('is the head of a full sort', () => {
    const inputs = fc.tuple(
      fc.uniqueArray(fc.nat({ max: 299 }), { maxLength: 80 }),
      fc.array(score, { minLength: 80, maxLength: 80 }),
      fc.nat({ max: 90 }),
      fc.constantFrom(0, 0.25, 0.5, 2, Number.NEGATIVE_INFINITY),
    );
    fc.assert(
      fc.property(inputs, ([rows, scores, k, minScore]) => {
        const sorted = rows
          .map((row, position) => ({ id: `u${row}`, position, score: scores[position]! }))
          .filter((entry) => entry.score >= minScore)
          .sort((a, b) => b.score - a.score || tieBreak(a.id) - tieBreak(b.id) || compareIds(a.id, b.id))
          .slice(0, k);
        const best = index.topK(
          Uint32Array.from(rows),
          Float64Array.from(scores.slice(0, rows.length)),
          k,
          minScore,
        );
        expect([...best]).toEqual(sorted.map(({ position }) => position));
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out rows deleted since they were listed', async () => {
    const small = indexOf(definition, [person('u1', {}), person('u2', {})]);
    const rows = await rowsOf(small);
    small.apply({ upserts: [], deletes: ['u1'], sequence: changeSequence(2) });
    expect([...small.topK(rows, Float64Array.of(1, 0.5), 5, 0)]).toEqual([1]);
  });
});

describe('tieBreak', () => {
  it('spreads ids that differ little over all 32 bits, and is the same on every machine', () => {
    expect([tieBreak(''), tieBreak('u1'), tieBreak('ü'), tieBreak('😀')]).toMatchInlineSnapshot(`
      [
        2872998923,
        612938007,
        3244136902,
        855877642,
      ]
    `);
    const buckets = new Uint32Array(16);
    for (let i = 0; i < 16_000; i++) buckets[tieBreak(`user-${i}`) >>> 28]! += 1;
    expect(Math.min(...buckets)).toBeGreaterThan(850);
    expect(Math.max(...buckets)).toBeLessThan(1150);
  });
});

function person(userId: string, values: Person['values'] | Record<string, unknown>): Person {
  return {
    userId,
    values: values as Person['values'],
    places: {},
    preferences: [],
    blocks: [],
    complete: true,
    vector: null,
  };
}

async function dump(index: CandidateIndex): Promise<unknown> {
  const { fields } = index.definition;
  const { selection } = await index.select([complete]);
  return someUserIds.map((userId) => {
    const row = index.rowOf(userId);
    if (row === null) return null;
    return {
      userId: index.userIdOf(row),
      values: fields.map(({ name }) => index.valueOf(row, name)),
      present: fields.map(({ name }) => index.hasValue(row, name)),
      places: fields.map(({ name }) => index.placeOf(row, name)),
      complete: selection.has(row),
      updatedAtMs: index.updatedAtMs(row),
      vector: index.vectorOf(row, ENCODER),
      blocking: index
        .blocking(userId)
        .map((blocker) => index.userIdOf(blocker))
        .sort(),
    };
  });
}
