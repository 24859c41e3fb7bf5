import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSequence, tenantId } from '../../contract/brands.ts';
import { randomNormal } from '../../platform/numeric/random-streams.ts';
import { dot } from '../../platform/numeric/vectors.ts';
import { quantizeVector } from '../../platform/storage/quantized-vector.ts';
import { plainRow } from '../../platform/storage/testing/plain-row.ts';
import { SegmentedIndex } from '../index/segments/segmented-index.ts';
import { QueryWorkers } from '../index/segments/workers/query-workers.ts';
import { unit } from '../ranking/scoring/person.ts';
import { nearestPool } from './nearest-pool.ts';
import { Pool } from './pool/pool.ts';
import { miniDating } from './testing/match-world.ts';

const ROWS = 3000;
const D = 64;
const ENCODER = 'test@1#00000000';
const AT = '2026-03-01T00:00:00.000Z';
const aVector = (stream: string) => unit(Float32Array.from(randomNormal(3, stream, D)));
const vectors = Array.from({ length: ROWS }, (_, n) => aVector(`p${n}`));
const query = aVector('query');
const workers = new QueryWorkers(1);
let index: SegmentedIndex;

beforeAll(() => {
  index = new SegmentedIndex(miniDating, workers, { sequence: changeSequence(0), encoderId: ENCODER });
  const profileVector = {
    domain: 'mini-dating',
    sourceDomain: 'mini-dating',
    encoderId: ENCODER,
    sentences: [],
  };
  const upserts = vectors.map((vector, n) => ({
    row: plainRow(tenantId('ten_near'), miniDating, `p${n}`, { age: n % 100 }, AT),
    // Every tenth profile has no text.
    profileVector:
      n % 10 === 0 ? null : { ...profileVector, from: [], vector: quantizeVector(vector), at: AT },
  }));
  index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
});
afterAll(() => workers.close());

/** The scored rows among the candidates below an age, in order. */
async function scored(below: number, topK: number, bounds: Parameters<typeof nearestPool>[5]) {
  const keep = [{ op: 'lt', field: 'age', value: below }] as const;
  const { selection } = await index.select([{ reason: 'filters', keep }]);
  const input = { index, encoderId: ENCODER };
  const queries = { forward: query, backward: null };
  const { pool, note } = await nearestPool(Pool.of(selection), queries, topK, input, undefined, bounds);
  const size = selection.size;
  selection.release();
  return { rows: [...pool.rows], note, size };
}

function trueNearest(below: number, k: number): readonly number[] {
  const rows = [...vectors.keys()].filter((n) => n % 100 < below && n % 10 !== 0);
  return rows.toSorted((a, b) => dot(vectors[b]!, query) - dot(vectors[a]!, query)).slice(0, k);
}

describe('the pool scored by text alone', () => {
  it('is every candidate if few passed the filters', async () => {
    const { rows, note, size } = await scored(3, 10, {
      scoreAllUpTo: 100,
      preselected: 100,
      minShare: 0,
      exactFactor: 1,
    });
    expect(rows).toHaveLength(size);
    expect(note).toContain('exact: all 90');
  });

  it('is exactly the nearest if many passed', async () => {
    const { rows, note } = await scored(100, 10, {
      scoreAllUpTo: 100,
      preselected: 60,
      minShare: 0,
      exactFactor: 5,
    });
    // Rounding to int8 may swap neighbours; vectors far above the cut are found all the same.
    expect(rows).toEqual(expect.arrayContaining([...trueNearest(100, 20)]));
    expect(rows.filter((row) => row % 10 === 0)).toHaveLength(40);
    expect(note).toMatch(/^exact: of 3000 that passed the filters, the 80 nearest/);
  });

  it.each([100, 50, 20])('is chosen by sign codes if very many passed, and fills top_k', async (below) => {
    const { rows, note, size } = await scored(below, 5, {
      scoreAllUpTo: 10,
      preselected: 100,
      minShare: 0,
      exactFactor: 1,
    });
    expect(rows.every((row) => row % 100 < below)).toBe(true);
    expect(rows.length).toBeGreaterThanOrEqual(Math.min(size, 20));
    const wanted = trueNearest(below, 5);
    expect(wanted.filter((row) => rows.includes(row)).length).toBeGreaterThanOrEqual(4);
    expect(note).toMatch(/^approximate: \d+ passed the filters, more than 500; sign codes chose some 500/);
  });
});
