import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence, rowNumber } from '../../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../../domains/bind-origin.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { Clauses } from '../../../domains/filter.ts';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { quantizeVector } from '../../../platform/storage/quantized-vector.ts';
import type { StoredProfile } from '../../../platform/storage/store.ts';
import {
  clauses as clausesOf,
  DIMENSION,
  definitionOf,
  firstSequence,
  type Person,
  people,
  schemas,
  somePlaces,
  someUserIds,
  storedProfile,
} from '../../../platform/storage/testing/random-profiles.ts';
import type { CandidateIndex, HeldSelection, NarrowingStep, RankScoring } from '../candidate-index.ts';
import { compileNarrowing } from '../program/compile-narrowing.ts';
import { pricedScore } from '../program/final-score.ts';
import { ReferenceIndex } from '../reference/reference-index.ts';
import { ProgramRunner, prepareProgram, scratchBytes } from './query/program-runner.ts';
import { SegmentedIndex } from './segmented-index.ts';
import { describeIndex, liveRows } from './testing/describe-index.ts';
import { QueryWorkers } from './workers/query-workers.ts';

const ENCODER = 'test@1#00000000';
const OTHER = 'other@1#00000000';
const workers = new QueryWorkers(2);
afterAll(() => workers.close());

type Change =
  | { readonly kind: 'put'; readonly person: Person }
  | { readonly kind: 'erase'; readonly userId: string }
  | { readonly kind: 'price'; readonly userId: string; readonly price: number }
  | { readonly kind: 'vector'; readonly userId: string; readonly vector: Float32Array }
  | { readonly kind: 'switch' };

const otherVectors = fc.float32Array({ minLength: 3, maxLength: 3, min: -1, max: 1, noNaN: true });

function changes(definition: DomainDefinition): fc.Arbitrary<Change> {
  const userId = fc.constantFrom(...someUserIds);
  return fc.oneof(
    { weight: 6, arbitrary: people(definition).map((person): Change => ({ kind: 'put', person })) },
    { weight: 2, arbitrary: userId.map((id): Change => ({ kind: 'erase', userId: id })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('price' as const),
        userId,
        price: fc.constantFrom(0, 0.1, 0.75, 3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('vector' as const), userId, vector: otherVectors }),
    },
    { weight: 1, arbitrary: fc.constant<Change>({ kind: 'switch' }) },
  );
}

function applied(index: CandidateIndex, definition: DomainDefinition, change: Change): void {
  const sequence = changeSequence(index.sequence + 1);
  switch (change.kind) {
    case 'put':
      index.apply({ upserts: [storedProfile(definition, change.person)], deletes: [], sequence });
      return;
    case 'erase':
      index.apply({ upserts: [], deletes: [change.userId], sequence });
      return;
    case 'price':
      index.setPrices([change]);
      return;
    case 'vector':
      index.addVectors(OTHER, [{ userId: change.userId, vector: quantizeVector(change.vector) }]);
      return;
    case 'switch':
      index.compareBy(index.encoderId === ENCODER ? OTHER : ENCODER);
      index.dropOtherVectors();
      return;
    default:
      change satisfies never;
  }
}

const dump = (index: CandidateIndex) => describeIndex(index, [ENCODER, OTHER], someUserIds);

function idsOf(index: CandidateIndex, rows: Iterable<number>): readonly string[] {
  return Array.from(rows, (row) => index.userIdOf(rowNumber(row))!);
}

interface Query {
  readonly keep: ReturnType<typeof clausesOf> extends fc.Arbitrary<infer C> ? C : never;
  readonly counterpart: Person;
  readonly dropped: readonly string[];
  /** The rows that are narrowed; null: all. */
  readonly among: readonly string[] | null;
  readonly query: Float32Array;
  readonly k: number;
}

function queries(definition: DomainDefinition): fc.Arbitrary<Query> {
  return fc.record({
    keep: clausesOf(definition),
    counterpart: people(definition),
    dropped: fc.uniqueArray(fc.constantFrom(...someUserIds), { maxLength: 3 }),
    among: fc.option(fc.array(fc.constantFrom(...someUserIds), { maxLength: 6 })),
    query: fc.float32Array({ minLength: DIMENSION, maxLength: DIMENSION, min: -1, max: 1, noNaN: true }),
    k: fc.integer({ min: 0, max: 6 }),
  });
}

function stepsOf(index: CandidateIndex, { keep, counterpart, dropped }: Query): readonly NarrowingStep[] {
  return [
    { reason: 'excluded', drop: dropped.flatMap((userId) => index.rowOf(userId) ?? []) },
    { reason: 'incomplete', keep: 'complete' },
    { reason: 'filters', keep: bindPreferenceOrigin(keep, counterpart.places) },
    { reason: 'not_wanted', accepts: counterpart },
  ];
}

/** Scores rows by their derived mood. */
function scoringOf(index: CandidateIndex, priced: boolean): RankScoring {
  const mood = index.definition.fields.findIndex(({ name }) => name === 'mood');
  return {
    program: {
      intercept: 0.125,
      terms: [{ op: 'codes', field: mood, table: Float64Array.of(0.25, 0.25, 0.5, 0.5, -1, -1) }],
      personEffects: null,
      aggregation: 'off',
      calibration: null,
      priced,
    },
    personEffects: null,
  };
}

/** The score that `scoringOf` means. */
function scoreByMood(index: CandidateIndex, row: number): number {
  const odds = { calm: 0.5, wild: -1 }[String(index.valueOf(rowNumber(row), 'mood'))] ?? 0.25;
  return sigmoid(0.125 + odds);
}

async function answers(index: CandidateIndex, query: Query) {
  const among = query.among?.flatMap((userId) => index.rowOf(userId) ?? []) ?? null;
  const narrowed = await index.select(stepsOf(index, query), undefined, among);
  const all = await index.select([]);
  const found = {
    dropped: narrowed.dropped,
    size: narrowed.selection.size,
    selected: [...idsOf(index, narrowed.selection.rows())].sort(),
    has: liveRows(index).filter((row) => narrowed.selection.has(row)).length,
    ...(await ranked(index, narrowed.selection, query)),
    whole: await ranked(index, all.selection, query),
  };
  narrowed.selection.release();
  all.selection.release();
  return found;
}

async function ranked(index: CandidateIndex, selection: HeldSelection, { query, k }: Query) {
  const best = await index.rank(selection, scoringOf(index, false), { topK: k, minScore: 0.5 });
  const priced = await index.rank(selection, scoringOf(index, true), { topK: k, minScore: 0.5 });
  expect([...priced.scores]).toEqual(
    Array.from(priced.rows, (row) => pricedScore(scoreByMood(index, row), index.priceOf(rowNumber(row)))),
  );
  expect(priced.belowMinScore).toBe(best.belowMinScore);
  expect([...best.scores]).toEqual(Array.from(best.rows, (row) => scoreByMood(index, row)));
  const near = await index.nearest(selection, {
    encoderId: ENCODER,
    query,
    k,
    withoutVector: k,
    preselect: null,
  });
  return {
    best: idsOf(index, best.rows),
    priced: idsOf(index, priced.rows),
    prices: Array.from(selection.rows(), (row) => index.priceOf(rowNumber(row))).sort(),
    scores: [...best.scores].map((score) => score.toFixed(12)),
    below: best.belowMinScore,
    near: idsOf(index, near.rows),
    cosines: [...near.cosines],
    withoutVector: idsOf(index, near.withoutVector),
    similar: [...index.similarities(Uint32Array.from(near.rows), query, ENCODER)],
  };
}

const worlds = schemas.chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    history: fc.array(changes(definition), { maxLength: 40 }),
    closedAt: fc.nat(40),
    requested: fc.array(queries(definition), { minLength: 1, maxLength: 3 }),
  }),
);

describe('a segmented index', () => {
  it('equals the reference after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ definition, history, closedAt, requested }) => {
        const reference = new ReferenceIndex(definition, firstSequence, ENCODER);
        const start = { sequence: firstSequence, encoderId: ENCODER };
        const index = new SegmentedIndex(definition, workers, start);
        let closing: Promise<void> | null = null;
        for (const [at, change] of history.entries()) {
          if (at === closedAt) closing = index.closeSlack();
          applied(reference, definition, change);
          applied(index, definition, change);
        }
        await closing;
        expect(dump(index)).toEqual(dump(reference));
        for (const query of requested)
          expect(await answers(index, query)).toEqual(await answers(reference, query));
        index.release();
      }),
      { numRuns: 120 },
    );
  });

  const plain = definitionOf([
    { name: 'age', kind: 'hard', type: 'integer' },
    { name: 'job', kind: 'hard', type: 'string' },
    { name: 'mood', kind: 'derived', type: 'enum', values: ['calm', 'wild'] },
  ]);

  function profile(n: number, job = `job ${n % 700}`): StoredProfile {
    const vector = Float32Array.from({ length: DIMENSION }, (_, d) => Math.sin(n * (d + 1)));
    const values = { age: n % 90, job, mood: n % 3 === 0 ? 'calm' : 'wild' };
    const rest = {
      places: {},
      preferences: [],
      blocks: [],
      complete: true,
      vector: n % 11 === 0 ? null : vector,
    };
    return storedProfile(plain, { userId: `user ${n}`, values, ...rest });
  }

  it('grows over its capacities, widens its codes, and reads many blocks with both workers', async () => {
    const count = 40_000;
    const reference = new ReferenceIndex(plain, firstSequence, ENCODER);
    const index = new SegmentedIndex(plain, workers, { sequence: firstSequence, encoderId: ENCODER });
    for (let from = 0; from < count; from += 1000) {
      const upserts = Array.from({ length: 1000 }, (_, n) => profile(from + n));
      for (const each of [reference, index])
        each.apply({ upserts, deletes: [], sequence: changeSequence(1) });
    }
    const deletes = Array.from({ length: 500 }, (_, n) => `user ${n * 7}`);
    for (const each of [reference, index]) each.apply({ upserts: [], deletes, sequence: changeSequence(2) });
    const query: Query = {
      keep: [
        { op: 'gte', field: 'age', value: 20 },
        { op: 'in', field: 'job', values: Array.from({ length: 300 }, (_, n) => `job ${2 * n}`) },
      ],
      counterpart: {
        userId: 'me',
        values: {},
        places: {},
        preferences: [],
        blocks: [],
        complete: true,
        vector: null,
      },
      among: null,
      dropped: ['user 1001', 'user 30002'],
      query: Float32Array.from({ length: DIMENSION }, (_, d) => Math.cos(d)),
      k: 50,
    };
    expect(await answers(index, query)).toEqual(await answers(reference, query));
    const bytes = Object.values(index.memory()).reduce((sum, part) => sum + part, 0);
    expect(bytes / index.size).toBeLessThan(200);
    index.release();
  });

  it('finds all of the best where the first rows are not like the others', async () => {
    // 3,200 of the best come first, then the kth of all: the first blocks suggest a threshold above the other
    // 800.
    const [count, k] = [260_000, 4000];
    const ageOf = (n: number) => (n < 3200 ? count + n : n < 20_000 ? 20_000 - n : n);
    const index = new SegmentedIndex(plain, workers, { sequence: firstSequence, encoderId: ENCODER });
    for (let from = 0; from < count; from += 1000) {
      const upserts = Array.from({ length: 1000 }, (_, at) => {
        const values = { age: ageOf(from + at) };
        const rest = { places: {}, preferences: [], blocks: [], complete: true, vector: null };
        return storedProfile(plain, { userId: `user ${from + at}`, values, ...rest });
      });
      index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
    }
    const knots = [
      [0, -4],
      [count + 3200, 4],
    ] as const;
    const byAge = { x: 'value' as const, c: 0, unit: 1, weight: 1, knots };
    const program = {
      intercept: 0,
      terms: [{ op: 'number' as const, field: 0, missing: [0, 0] as const, forward: byAge, backward: byAge }],
      personEffects: null,
      aggregation: 'off' as const,
      calibration: null,
    };
    const { selection } = await index.select([]);
    const best = await index.rank(selection, { program, personEffects: null }, { topK: k, minScore: 0 });
    const byAgeDown = Array.from({ length: count }, (_, n) => n).sort((a, b) => ageOf(b) - ageOf(a));
    expect([...best.rows]).toEqual(byAgeDown.slice(0, k));
    index.release();
  });

  it('keeps ids byte for byte', () => {
    const index = new SegmentedIndex(plain, workers, { sequence: firstSequence, encoderId: ENCODER });
    const ids = [
      '\ufeff',
      '\ufeffa',
      'a',
      ' ',
      'é',
      'e\u0301',
      '👩‍👩‍👧‍👦',
      '日本語',
      'x'.repeat(256),
      '日'.repeat(256),
    ];
    const { row, profileVector } = profile(1);
    const upserts = ids.map((userId) => ({ row: { ...row, userId }, profileVector }));
    index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
    expect(ids.map((userId) => index.userIdOf(index.rowOf(userId)!))).toEqual(ids);
    expect(index.rowOf('xx')).toBeNull();
    index.release();
  });

  it('rejects an aborted query with the reason of its signal', async () => {
    const index = new SegmentedIndex(plain, workers, { sequence: firstSequence, encoderId: ENCODER });
    index.apply({ upserts: [profile(1)], deletes: [], sequence: changeSequence(1) });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(index.select([], gone)).rejects.toThrow('gone');
    const { selection } = await index.select([]);
    selection.release();
    expect(() => selection.rows()).toThrow('released');
    index.release();
  });

  it('never shows half of a row while rows are written', async () => {
    const index = new SegmentedIndex(plain, workers, { sequence: firstSequence, encoderId: ENCODER });
    const both = (n: number, age: number) => {
      return storedProfile(plain, {
        userId: `user ${n}`,
        values: { age, job: `job ${age}` },
        places: {},
        preferences: [],
        blocks: [],
        complete: true,
        vector: null,
      });
    };
    const people = Array.from({ length: 20_000 }, (_, n) => both(n, 1));
    index.apply({ upserts: people, deletes: [], sequence: changeSequence(1) });
    index.apply({ upserts: [both(20_000, 2)], deletes: [], sequence: changeSequence(2) });
    // Every row has 1 and job 1, or 2 and job 2; never 1 with job 2.
    const halves: NarrowingStep[] = [
      { reason: 'age', keep: [{ op: 'eq', field: 'age', value: 1 }] },
      { reason: 'job', keep: [{ op: 'eq', field: 'job', value: 'job 2' }] },
    ];
    for (let round = 0; round < 60; round++) {
      const selecting = Promise.all([index.select(halves), index.select(halves)]);
      const upserts = Array.from({ length: 40 }, (_, n) =>
        both((round * 997 + n * 131) % 20_000, 1 + (round % 2)),
      );
      index.apply({ upserts, deletes: [], sequence: changeSequence(3 + round) });
      for (const { selection, dropped } of await selecting) {
        expect(selection.size).toBe(0);
        expect(dropped.age! + dropped.job!).toBe(20_001);
        selection.release();
      }
    }
    index.release();
  });
});

const wishing = definitionOf([
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'height', kind: 'hard', type: 'number' },
  { name: 'job', kind: 'hard', type: 'string' },
  { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
]);

/** A person whose preferences are these clauses and whose own values are all `n`. */
function wisher(n: number, preferences: Clauses): StoredProfile {
  return storedProfile(wishing, {
    userId: `user ${n}`,
    values: { age: n, height: n / 2, job: `job ${n}`, home: 'somewhere' },
    places: n % 3 === 0 ? {} : { home: somePlaces[n % somePlaces.length]! },
    preferences,
    blocks: [],
    complete: true,
    vector: null,
  });
}

function wishesOf(n: number): Clauses {
  const { lat, lon } = somePlaces[n % 7]!;
  const wishes: Clauses = [
    { op: 'gte', field: 'age', value: n % 400 },
    { op: 'lte', field: 'age', value: (n % 400) + 300 },
    { op: 'gte', field: 'height', value: n % 5 === 0 ? -n : n / 4 },
    { op: 'lte', field: 'height', value: 70_000 - n * (n % 2) * 150 },
    { op: 'lt', field: 'height', value: 10 * n },
    { op: 'ne', field: 'job', value: `job ${(n * 7) % 900}` },
    { op: 'within_km', field: 'home', km: 500 * (n % 30) + 1, origin: { lat, lon } },
    { op: 'within_km', field: 'home', km: 700 * (n % 20) + 1, origin: null },
    { op: 'exists', field: 'a field of an earlier version', value: n % 11 === 0 },
  ];
  return wishes.filter((_, at) => ((n * 2_654_435_761) >>> (at + 3)) % 3 === 0);
}

describe('preferences of rows', () => {
  const acceptedBy = async (index: CandidateIndex, n: number) => {
    const { row } = wisher(n, []);
    const counterpart = { userId: row.userId, values: row.fields, places: row.places };
    const { selection, dropped } = await index.select([{ reason: 'not_wanted', accepts: counterpart }]);
    const ids = [...idsOf(index, selection.rows())].sort();
    selection.release();
    return { ids, dropped };
  };

  it('are kept apart, in any number for one field, and in any form', async () => {
    const count = 900;
    const reference = new ReferenceIndex(wishing, firstSequence, ENCODER);
    const index = new SegmentedIndex(wishing, workers, { sequence: firstSequence, encoderId: ENCODER });
    const people = Array.from({ length: count }, (_, n) => wisher(n, wishesOf(n)));
    for (const each of [reference, index]) {
      each.apply({ upserts: people.slice(0, 200), deletes: [], sequence: changeSequence(1) });
      each.apply({ upserts: people.slice(200), deletes: [], sequence: changeSequence(2) });
    }
    const { preferences } = index.parts.segments[0]!.shape;
    expect(new Set(preferences)).toEqual(new Set([null, 'u8', 'u16']));
    let refused = 0;
    for (const n of [0, 1, 17, 254, 255, 256, 399, 400, 650, 899]) {
      const found = await acceptedBy(index, n);
      expect(found).toEqual(await acceptedBy(reference, n));
      refused += found.dropped.not_wanted!;
    }
    expect(refused).toBeGreaterThan(count);
    index.release();
  });

  it('do not count for a program compiled before they were stored', () => {
    const index = new SegmentedIndex(wishing, workers, { sequence: firstSequence, encoderId: ENCODER });
    const not = (job: string): Clauses => [{ op: 'ne', field: 'job', value: job }];
    const before = [wisher(0, not('job 5')), wisher(1, not('job 6'))];
    index.apply({ upserts: before, deletes: [], sequence: changeSequence(1) });
    const { row } = wisher(5, []);
    const accepts = { userId: row.userId, values: row.fields, places: {} };
    const rules = compileNarrowing(wishing, index.codes, [{ reason: 'not_wanted', accepts }]);
    const later = [wisher(2, [{ op: 'nin', field: 'job', values: ['job 5'] }]), wisher(3, not('job 5'))];
    index.apply({ upserts: later, deletes: [], sequence: changeSequence(2) });
    const { layout, memory, attached } = index.parts.segments[0]!;
    const program = prepareProgram({ rules, answer: { kind: 'selection' } });
    const { from, to } = memory.scratchFor(0, scratchBytes(program, layout.capacity));
    const runner = new ProgramRunner(memory.memory, from, to);
    runner.load(program, layout.capacity);
    const input = { leftOut: new Uint32Array(), excluded: [], personEffects: null };
    const { selection } = runner.run(attached.base, layout, input);
    expect(selection[0]).toBe(0b0110);
    index.release();
  });
});
