import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSequence, type RowNumber } from '../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { rowPasses } from '../../domains/row-passes.ts';
import { dequantizeVector } from '../../storage/quantized-vector.ts';
import {
  DIMENSION,
  definitionOf,
  firstSequence,
  headVector,
  type Person,
  people,
  schemas,
  clauses as someClauses,
  somePlaces,
  someUserIds,
  storedProfile,
} from '../../storage/testing/random-profiles.ts';
import type { PlainIndex, Selection } from '../candidate-index.ts';
import { compareIds, tieBreak } from '../tie-break.ts';
import { ReferenceIndex } from './reference-index.ts';

const ENCODER = 'test@1#00000000';

function indexOf(definition: DomainDefinition, population: readonly Person[]): ReferenceIndex {
  const index = new ReferenceIndex(definition, firstSequence);
  const upserts = population.map((person) => storedProfile(definition, person));
  index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
  return index;
}

function idsOf(index: PlainIndex, selection: Selection): string[] {
  const ids = Array.from(selection.rows(), (row) => index.userIdOf(row as RowNumber)!);
  expect(ids).toHaveLength(selection.size);
  return ids.sort();
}

const populations = (definition: DomainDefinition) =>
  fc.uniqueArray(people(definition), { selector: ({ userId }) => userId, minLength: 1, maxLength: 11 });

const worlds = schemas.chain((definition) => {
  return fc.record({ definition: fc.constant(definition), population: populations(definition) });
});

describe('filter', () => {
  it('equals rowPasses of every row', () => {
    const cases = worlds.chain(({ definition, population }) =>
      fc.tuple(fc.constant(definition), fc.constant(population), someClauses(definition)),
    );
    fc.assert(
      fc.property(cases, ([definition, population, clauses]) => {
        const index = indexOf(definition, population);
        const passing = population.filter(({ values, places }) => rowPasses(clauses, values, places));
        expect(idsOf(index, index.filter(clauses))).toEqual(passing.map(({ userId }) => userId).sort());
      }),
      { numRuns: 400 },
    );
  });

  it('treats clauses on fields outside the schema as clauses on absent ones', () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const index = indexOf(definition, [person('u1', { age: 30 })]);
    expect(index.filter([{ op: 'exists', field: 'gone', value: false }]).size).toBe(1);
    expect(index.filter([{ op: 'exists', field: 'gone', value: true }]).size).toBe(0);
    expect(index.filter([{ op: 'ne', field: 'gone', value: 1 }]).size).toBe(0);
  });

  it('keeps enum values of earlier versions, and reads values of another type as absent', () => {
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
    const passing = (clause: Parameters<PlainIndex['filter']>[0][number]) =>
      idsOf(index, index.filter([clause]));
    expect(passing({ op: 'exists', field: 'age', value: true })).toEqual(['u2']);
    expect(passing({ op: 'ne', field: 'colour', value: 'red' })).toEqual(['u1']);
    expect(passing({ op: 'eq', field: 'colour', value: 'mauve' })).toEqual(['u1']);
    expect(passing({ op: 'in', field: 'speaks', values: ['earlier39'] })).toEqual(['u2']);
    expect(passing({ op: 'eq', field: 'smokes', value: true })).toEqual(['u2']);
  });
});

describe('accepting', () => {
  it('equals rowPasses of each row’s own preferences, without rows that block the counterpart', () => {
    const cases = worlds.chain(({ definition, population }) =>
      fc.tuple(fc.constant(definition), fc.constant(population), people(definition)),
    );
    fc.assert(
      fc.property(cases, ([definition, population, counterpart]) => {
        const index = indexOf(definition, population);
        const accepting = population.filter(({ preferences, blocks, places }) => {
          const bound = bindPreferenceOrigin(preferences, places);
          return (
            rowPasses(bound, counterpart.values, counterpart.places) && !blocks.includes(counterpart.userId)
          );
        });
        expect(idsOf(index, index.accepting(counterpart))).toEqual(
          accepting.map(({ userId }) => userId).sort(),
        );
        const blocking = population.filter(({ blocks }) => blocks.includes(counterpart.userId));
        expect(index.blocking(counterpart.userId).map((row) => index.userIdOf(row))).toEqual(
          blocking.map(({ userId }) => userId),
        );
      }),
      { numRuns: 600 },
    );
  });

  it('refuses a distance from an unknown place, and accepts every counterpart without one', () => {
    const definition = definitionOf([{ name: 'home', kind: 'hard', type: 'string', format: 'geo' }]);
    const near = [{ op: 'within_km', field: 'home', km: 20_037, origin: null }] as const;
    const [place] = somePlaces;
    const index = indexOf(definition, [
      { ...person('knows', { home: 'Lisbon' }), places: { home: place! }, preferences: near },
      { ...person('does not', { home: 'Atlantis' }), preferences: near },
      person('does not mind', {}),
    ]);
    const asks = (places: Record<string, (typeof somePlaces)[number]>) =>
      idsOf(index, index.accepting({ userId: 'me', values: {}, places }));
    expect(asks({ home: place! })).toEqual(['does not mind', 'knows']);
    expect(asks({})).toEqual(['does not mind']);
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

  it('in any order equal a fresh build of the surviving rows', () => {
    fc.assert(
      fc.property(histories, ({ definition, steps, clauses, counterpart }) => {
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
        expect(dump(index, definition)).toEqual(dump(fresh, definition));
        expect(idsOf(index, index.filter(clauses))).toEqual(idsOf(fresh, fresh.filter(clauses)));
        expect(idsOf(index, index.accepting(counterpart))).toEqual(
          idsOf(fresh, fresh.accepting(counterpart)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('never reuse a row for another person, and leave nothing of an erased one', () => {
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
    expect([index.size, index.all().size, index.complete().size, index.rowOf('u1')]).toEqual([0, 0, 0, null]);
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
    const jobs = index.column('job');
    if (jobs.kind !== 'string') throw new Error('job is a string column');
    const texts = Array.from({ length: jobs.codeLimit }, (_, code) => jobs.textOf(code));
    expect([texts, jobs.codeOf('spy')]).toEqual([['', ''], 0]);
    index.apply({
      upserts: [storedProfile(definition, secret)],
      deletes: [],
      sequence: changeSequence(3),
    });
    expect(index.rowOf('u1')).not.toBe(row);
    expect([index.isLive(row), index.size, index.rowLimit]).toEqual([false, 1, 2]);
  });

  it('that grow the index past its first capacity keep earlier rows', () => {
    const definition = definitionOf([
      { name: 'age', kind: 'hard', type: 'integer' },
      { name: 'speaks', kind: 'hard', type: 'enum', values: ['en', 'pt'], multiple: true },
    ]);
    const population = Array.from({ length: 5000 }, (_, i) => ({
      ...person(`u${i}`, i % 3 === 0 ? { speaks: ['pt'] } : { age: i }),
      preferences: i % 2 === 0 ? [{ op: 'gte', field: 'age', value: i } as const] : [],
    }));
    const index = indexOf(definition, population);
    expect(index.filter([{ op: 'exists', field: 'age', value: false }]).size).toBe(1667);
    expect(index.filter([{ op: 'eq', field: 'speaks', value: 'pt' }]).size).toBe(1667);
    expect(index.filter([{ op: 'lt', field: 'age', value: 100 }]).size).toBe(66);
    expect(index.accepting({ userId: 'me', values: { age: 100 }, places: {} }).size).toBe(2500 + 51);
    expect(index.accepting({ userId: 'me', values: {}, places: {} }).size).toBe(2500);
  });
});

describe('selections', () => {
  it('intersect, exclude and list rows in ascending order', () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const index = indexOf(
      definition,
      Array.from({ length: 200 }, (_, i) => person(`u${i}`, { age: i })),
    );
    const old = index.filter([{ op: 'gte', field: 'age', value: 60 }]);
    const young = index.filter([{ op: 'lt', field: 'age', value: 70 }]);
    const rows = old
      .and(young)
      .without([64 as RowNumber, 3 as RowNumber, 9999 as RowNumber])
      .rows();
    expect([...rows]).toEqual([60, 61, 62, 63, 65, 66, 67, 68, 69]);
    expect([old.size, young.size]).toEqual([140, 70]);
  });

  it('made before rows were added still have the same rows', () => {
    const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    const index = indexOf(definition, [person('u0', { age: 1 })]);
    const before = index.all();
    const more = Array.from({ length: 3000 }, (_, i) => storedProfile(definition, person(`v${i}`, {})));
    index.apply({ upserts: more, deletes: [], sequence: changeSequence(2) });
    expect([...before.rows()]).toEqual([0]);
    expect([...before.and(index.all()).rows()]).toEqual([0]);
    expect([...index.all().and(before).rows()]).toEqual([0]);
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

  it('are the cosines of the stored vectors in 64 bits', () => {
    fc.assert(
      fc.property(fc.array(fc.option(floats), { minLength: 1, maxLength: 8 }), floats, (vectors, query) => {
        const index = indexOf(
          definition,
          vectors.map((vector, i) => ({ ...person(`u${i}`, {}), vector })),
        );
        const cosines = index.similarities(index.all().rows(), query, ENCODER);
        vectors.forEach((vector, i) => {
          const kept = vector === null ? null : dequantizeVector(headVector('dating', vector).vector);
          const expected = kept === null ? Number.NaN : cosine64(kept, query);
          if (Number.isNaN(expected)) expect(cosines[i]).toBeNaN();
          else expect(Math.abs(cosines[i]! - expected)).toBeLessThan(1e-6);
          expect(index.vectorOf(i as RowNumber, ENCODER)).toEqual(kept);
        });
      }),
    );
  });

  it('are NaN for vectors of another encoder, and follow the row when it is encoded again', () => {
    const vector = new Float32Array(DIMENSION).fill(0.25);
    const index = indexOf(definition, [{ ...person('u1', {}), vector }]);
    const rows = Uint32Array.of(0, 77);
    expect([...index.similarities(rows, vector, ENCODER)]).toEqual([1, Number.NaN]);
    expect([...index.similarities(rows, vector, 'other@1#00000000')]).toEqual([Number.NaN, Number.NaN]);
    const profile = storedProfile(definition, person('u1', {}));
    const head = headVector('dating', Float32Array.of(1, 0, 0), 'other@1#00000000');
    index.apply({ upserts: [{ ...profile, head }], deletes: [], sequence: changeSequence(2) });
    expect(index.vectorOf(0 as RowNumber, ENCODER)).toBeNull();
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

  it('leaves out rows deleted since they were listed', () => {
    const small = indexOf(definition, [person('u1', {}), person('u2', {})]);
    const rows = small.all().rows();
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

function dump(index: PlainIndex, definition: DomainDefinition): unknown {
  return someUserIds.map((userId) => {
    const row = index.rowOf(userId);
    if (row === null) return null;
    return {
      userId: index.userIdOf(row),
      values: definition.fields.map(({ name }) => index.valueOf(row, name)),
      present: definition.fields.map(({ name }) => index.column(name).present[row]),
      places: definition.fields.map(({ name }) => index.placeOf(row, name)),
      complete: index.complete().has(row),
      updatedAtMs: index.updatedAtMs(row),
      vector: index.vectorOf(row, ENCODER),
      blocking: index
        .blocking(userId)
        .map((blocker) => index.userIdOf(blocker))
        .sort(),
    };
  });
}

function cosine64(a: Float32Array, b: Float32Array): number {
  const product = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, d) => sum + value * y[d]!, 0);
  return product(a, b) / Math.sqrt(product(a, a)) / Math.sqrt(product(b, b));
}
