import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { column, evidenceColumn } from './column.ts';
import { Pool } from './pool.ts';

const sums = column<DirectionSums>('sums', (values, rows) => rows.sums(values));
const names = column<readonly string[]>('names', (values, rows) => rows.entries(values));
const evidence = evidenceColumn('evidence');

/** A pool whose column entries follow from the row number. */
function poolOf(rows: Uint32Array): Pool {
  const forward = Float64Array.from(rows, (row) => row / 2);
  const backward = Float64Array.from(rows, (row) => -row);
  return Pool.of(rows)
    .with(sums, { forward, backward })
    .with(evidence, { forward, backward: null })
    .with(
      names,
      Array.from(rows, (row) => `row ${row}`),
    );
}

describe('a pool', () => {
  it('keeps every column aligned with the chosen rows, in the order of the positions', () => {
    const positions = fc
      .uniqueArray(fc.nat({ max: 1000 }), { minLength: 1 })
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows.keys()])));
    fc.assert(
      fc.property(positions, ([rows, taken]) => {
        const picked = poolOf(Uint32Array.from(rows)).take(Uint32Array.from(taken));
        const expected = poolOf(Uint32Array.from(taken, (position) => rows[position]!));
        expect(picked.rows).toEqual(expected.rows);
        expect(picked.size).toBe(taken.length);
        expect(picked.columns).toEqual([sums, evidence, names]);
        for (const key of picked.columns) expect(picked.read(key)).toEqual(expected.read(key));
      }),
    );
  });

  it('keeps an array shared that columns share', () => {
    const picked = poolOf(Uint32Array.of(4, 7, 9)).take(Uint32Array.of(2, 0));
    expect(picked.read(sums)!.forward).toEqual(Float64Array.of(4.5, 2));
    expect(picked.read(evidence)!.forward).toBe(picked.read(sums)!.forward);
  });

  it('does not change', () => {
    const pool = poolOf(Uint32Array.of(1, 2));
    pool.with(sums, null).take(Uint32Array.of(1));
    expect([...pool.rows]).toEqual([1, 2]);
    expect(pool.read(sums)!.forward).toEqual(Float64Array.of(0.5, 1));
    expect(pool.with(sums, null).read(sums)).toBeNull();
    expect(pool.columns).toEqual([sums, evidence, names]);
  });

  it('refuses to take rows of a column that is not aligned', () => {
    const pool = Pool.of(Uint32Array.of(1, 2)).with(names, ['one']);
    expect(() => pool.take(Uint32Array.of(0))).toThrow('a column has 1 entries for 2 rows');
  });

  it('gives a stage the columns that it declares, also after rows were dropped', () => {
    const stage = { name: 'a_stage', reads: [sums], writes: [names] };
    const pool = poolOf(Uint32Array.of(1, 2)).limitedTo(stage).take(Uint32Array.of(1));
    expect(pool.read(sums)!.forward).toEqual(Float64Array.of(1));
    expect(pool.with(names, ['two']).read(names)).toEqual(['two']);
    expect(() => pool.read(evidence)).toThrow('a_stage does not declare that it reads «evidence»');
    expect(() => pool.with(sums, null)).toThrow('a_stage does not declare that it writes «sums»');
    expect(() => pool.choose(Uint32Array.of(5)).with(sums, null)).toThrow(/does not declare/);
    expect(pool.limitedTo(null).read(evidence)!.forward).toEqual(Float64Array.of(1));
  });
});
