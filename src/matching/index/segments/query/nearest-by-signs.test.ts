import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSequence, tenantId } from '../../../../contract/brands.ts';
import { DomainDefinition } from '../../../../domains/definition.ts';
import { halfStepsOf, quantizeFinely } from '../../../../platform/storage/quantized-vector.ts';
import { plainRow } from '../../../../platform/storage/testing/plain-row.ts';
import type { Narrowed } from '../../candidate-index.ts';
import { tieBreak } from '../../tie-break.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { dice } from '../testing/random-program.ts';
import { QueryWorkers } from '../workers/query-workers.ts';
import { newSharedSigns, sharedDistance } from './shared-signs.ts';

/** Three blocks and a part of one. */
const ROWS = 52_000;
const D = 16;
const ENCODER = 'test@1#00000000';
const AT = '2026-03-01T00:00:00.000Z';
const definition = DomainDefinition.parse({
  domain: 'points',
  version: 1,
  title: 'Points',
  reciprocal: 'off',
  candidates: 'any',
  fields: [{ name: 'bucket', kind: 'hard', type: 'integer' }],
  scorecard: {},
});
const { random } = dice(5);
/** Approximately normal, with standard deviation 1. */
const normal = () => 2 * (random() + random() + random()) - 3;
const numbers = Float32Array.from({ length: ROWS * D }, normal);
// Similar vectors are adjacent, so the number of near rows differs between blocks.
const vectors = Array.from({ length: ROWS }, (_, n) =>
  quantizeFinely(numbers.subarray(n * D, (n + 1) * D).map((value, d) => value + (d === n >> 13 ? 2 : 0))),
);
const hasVector = (n: number) => n % 7 !== 0;
const query = Float32Array.from({ length: D }, normal);
const workers = new QueryWorkers(2);
let index: SegmentedIndex;

beforeAll(() => {
  index = new SegmentedIndex(definition, workers, { sequence: changeSequence(0), encoderId: ENCODER });
  const profileVector = {
    domain: 'points',
    sourceDomain: 'points',
    encoderId: ENCODER,
    sentences: [],
    from: [],
    at: AT,
  };
  const upserts = vectors.map((vector, n) => ({
    row: plainRow(tenantId('ten_signs'), definition, `p${n}`, { bucket: n % 10 }, AT),
    profileVector: hasVector(n) ? { ...profileVector, vector } : null,
  }));
  index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
});
afterAll(() => workers.close());

const below = (bucket: number) =>
  index.select([{ reason: 'filters', keep: [{ op: 'lt', field: 'bucket', value: bucket }] }]);

const search = (preselect: number, k = 50) => ({ encoderId: ENCODER, query, k, withoutVector: k, preselect });

async function nearest({ selection }: Narrowed, preselect: number) {
  const { rows, cosines, withoutVector } = await index.nearest(selection, search(preselect));
  return { rows: [...rows], cosines: [...cosines], withoutVector: [...withoutVector] };
}

/** In plain code: all rows whose sign codes are as near as the last of the `preselect` nearest, by cosine. */
function plainly(bucket: number, preselect: number) {
  const queried = vectors.map((_, n) => n).filter((n) => n % 10 < bucket);
  const distances = new Map(queried.filter(hasVector).map((n) => [n, bitsApart(n)]));
  const maxDistance = [...distances.values()].toSorted((a, b) => a - b)[preselect - 1]!;
  const near = Uint32Array.from(
    [...distances].filter(([, distance]) => distance <= maxDistance).map(([n]) => n),
  );
  const cosines = index.similarities(near, query, ENCODER);
  const byTie = (a: number, b: number) => tieBreak(`p${a}`) - tieBreak(`p${b}`);
  const order = [...near.keys()].toSorted((a, b) => cosines[b]! - cosines[a]! || byTie(near[a]!, near[b]!));
  const best = order.slice(0, 50);
  return {
    rows: best.map((at) => near[at]!),
    cosines: best.map((at) => cosines[at]!),
    withoutVector: queried
      .filter((n) => !hasVector(n))
      .toSorted(byTie)
      .slice(0, 50),
  };
}

function bitsApart(n: number): number {
  const [a, b] = [halfStepsOf(vectors[n]!), query];
  return b.reduce((sum, value, d) => sum + Number(value > 0 !== a[d]! > 0), 0);
}

describe('a search by sign codes', () => {
  it.each([
    [10, 60],
    [10, 3000],
    [5, 700],
    [1, 100],
  ])(
    'of buckets below %i compares the %i nearest of all blocks and threads, and no others',
    async (bucket, preselect) => {
      const narrowed = await below(bucket);
      expect(await nearest(narrowed, preselect)).toEqual(plainly(bucket, preselect));
      narrowed.selection.release();
    },
  );

  it('gives the same result whichever thread reads which block, also beside other queries', async () => {
    const narrowed = await below(10);
    const expected = await nearest(narrowed, 500);
    const together = await Promise.all(Array.from({ length: 12 }, () => nearest(narrowed, 500)));
    for (const found of together) expect(found).toEqual(expected);
    narrowed.selection.release();
  });

  it('leaves no thread waiting when it is stopped', async () => {
    const narrowed = await below(10);
    const stop = new AbortController();
    const searches = Array.from({ length: 6 }, () =>
      index.nearest(narrowed.selection, search(500), stop.signal),
    );
    stop.abort(new Error('stopped'));
    for (const each of await Promise.allSettled(searches)) expect(each.status).toBe('rejected');
    expect((await nearest(narrowed, 500)).rows).toHaveLength(50);
    narrowed.selection.release();
  });

  it('treats every row as near while there are fewer than are wanted', () => {
    const shared = newSharedSigns(D);
    expect(sharedDistance(shared, 5)).toBe(128);
    shared[1 + 3] = 4;
    expect(sharedDistance(shared, 5)).toBe(128);
    shared[1 + 9] = 1;
    expect(sharedDistance(shared, 5)).toBe(9);
  });
});
