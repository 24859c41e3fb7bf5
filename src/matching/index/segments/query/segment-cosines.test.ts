import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { changeSequence, rowNumber } from '../../../../contract/brands.ts';
import { quantizeFinely, quantizeVector } from '../../../../platform/storage/quantized-vector.ts';
import {
  definitionOf,
  firstSequence,
  storedProfile,
} from '../../../../platform/storage/testing/random-profiles.ts';
import { ReferenceIndex } from '../../reference/reference-index.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { QueryWorkers } from '../workers/query-workers.ts';

const ENCODER = 'test@1#00000000';
const workers = new QueryWorkers(1);
afterAll(() => workers.close());

const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);

function profile(userId: string) {
  const nothing = { values: {}, places: {}, preferences: [], blocks: [], complete: true, vector: null };
  return storedProfile(definition, { userId, ...nothing });
}

/** Some vectors are of an earlier version. */
const quantize = (n: number) => (n % 3 === 0 ? quantizeVector : quantizeFinely);

/** A single wrong value fails the test. Any dimension, whether it fills the kernel's lanes or not. */
const worlds = fc.integer({ min: 1, max: 70 }).chain((dimension) => {
  const vector = fc.float32Array({
    minLength: dimension,
    maxLength: dimension,
    min: -1,
    max: 1,
    noNaN: true,
  });
  return fc.record({
    vectors: fc.array(fc.oneof(vector, fc.constantFrom(null, new Float32Array(dimension))), {
      minLength: 1,
      maxLength: 30,
    }),
    erased: fc.array(fc.nat(29), { maxLength: 4 }),
    query: fc.oneof({ weight: 9, arbitrary: vector }, fc.constant(new Float32Array(dimension))),
    requested: fc.array(fc.nat(29), { maxLength: 60 }),
  });
});

it('equal those of the reference index, bit for bit, in any order of rows', () => {
  fc.assert(
    fc.property(worlds, ({ vectors, erased, query, requested }) => {
      const reference = new ReferenceIndex(definition, firstSequence, ENCODER);
      const index = new SegmentedIndex(definition, workers, { sequence: firstSequence, encoderId: ENCODER });
      const ids = vectors.map((_, n) => `user ${n}`);
      const given = vectors.flatMap((vector, n) =>
        vector === null ? [] : [{ userId: ids[n]!, vector: quantize(n)(vector) }],
      );
      const rowsIn = [reference, index].map((each) => {
        each.apply({ upserts: ids.map(profile), deletes: [], sequence: changeSequence(1) });
        each.addVectors(ENCODER, given);
        return ids.map((userId) => each.rowOf(userId)!);
      });
      const deletes = erased.flatMap((n) => ids[n] ?? []);
      for (const each of [reference, index])
        each.apply({ upserts: [], deletes, sequence: changeSequence(2) });
      const [expected, found] = [reference, index].map((each, which) => {
        const rows = Uint32Array.from(requested, (n) => rowsIn[which]![n % ids.length]!);
        return given.length === 0 ? [] : [...each.similarities(rows, query, ENCODER)];
      });
      expect(found).toEqual(expected);
      index.release();
    }),
    { numRuns: 200 },
  );
});

it('are NaN for unknown rows and encoders, and another dimension is refused', () => {
  const index = new SegmentedIndex(definition, workers, { sequence: firstSequence, encoderId: ENCODER });
  index.apply({ upserts: ['a', 'b'].map(profile), deletes: [], sequence: changeSequence(1) });
  const vector = Float32Array.of(0.6, -0.8, 0);
  index.addVectors(ENCODER, [{ userId: 'a', vector: quantizeVector(vector) }]);
  const row = index.rowOf('a')!;
  const rows = Uint32Array.of(row, rowNumber(row + 1), 5000, 2 ** 21 + row);
  const { NaN: none } = Number;
  const [first, ...others] = index.similarities(rows, vector, ENCODER);
  expect(first).toBeCloseTo(1, 4);
  expect(others).toEqual([none, none, none]);
  expect([...index.similarities(rows, vector, 'other@1#00000000')]).toEqual([none, none, none, none]);
  expect(() => index.similarities(rows, Float32Array.of(1), ENCODER)).toThrow(/1 dimensions/);
  index.release();
});

it('read more rows than fit one list', () => {
  const count = 9000;
  const ids = Array.from({ length: count }, (_, n) => `user ${n}`);
  const index = new SegmentedIndex(definition, workers, { sequence: firstSequence, encoderId: ENCODER });
  index.apply({ upserts: ids.map(profile), deletes: [], sequence: changeSequence(1) });
  const vectorOf = (n: number) => Float32Array.of(Math.sin(n), Math.cos(n), 0.5);
  index.addVectors(
    ENCODER,
    ids.map((userId, n) => ({ userId, vector: quantizeVector(vectorOf(n)) })),
  );
  const rows = Uint32Array.from(ids, (userId) => index.rowOf(userId)!).reverse();
  const query = vectorOf(1);
  const all = index.similarities(rows, query, ENCODER);
  for (const at of [0, 1, 4095, 4096, 4097, 8191, 8192, 8999])
    expect(all[at]).toBe(index.similarities(rows.subarray(at, at + 1), query, ENCODER)[0]);
  expect(all[8998]).toBeCloseTo(1, 4);
  index.release();
});

it('are those of the latest vector, also where that has no halves', () => {
  const index = new SegmentedIndex(definition, workers, { sequence: firstSequence, encoderId: ENCODER });
  index.apply({ upserts: ['a', 'b'].map(profile), deletes: [], sequence: changeSequence(1) });
  const vector = Float32Array.from({ length: 20 }, (_, d) => Math.sin(d));
  const coarse = quantizeVector(vector);
  index.addVectors(ENCODER, [{ userId: 'a', vector: { ...coarse, halves: new Uint8Array(3).fill(255) } }]);
  index.addVectors(ENCODER, [
    { userId: 'a', vector: coarse },
    { userId: 'b', vector: coarse },
  ]);
  const rows = Uint32Array.of(index.rowOf('a')!, index.rowOf('b')!);
  const [replaced, only] = index.similarities(rows, vector, ENCODER);
  expect(replaced).toBe(only);
  index.release();
});

it('are of vectors whose codes, halves, scales, norms and signs are counted', () => {
  const index = new SegmentedIndex(definition, workers, { sequence: firstSequence, encoderId: ENCODER });
  index.apply({ upserts: ['a', 'b'].map(profile), deletes: [], sequence: changeSequence(1) });
  index.addVectors(ENCODER, [{ userId: 'a', vector: quantizeFinely(new Float32Array(20)) }]);
  expect(index.memory().vectors).toBe(2 * (20 + 3 + 4 + 4 + 16));
  index.release();
});
