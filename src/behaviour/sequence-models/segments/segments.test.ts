import { expect, test } from 'vitest';
import { SegmentsRequest } from '../../../contract/model-segments.ts';
import { sessionKey } from '../../../contract/session-key.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { PeopleHistories } from '../batches/people-histories.ts';
import type { NamedModel } from '../serving/named-model.ts';
import { assignPeople } from './assign-people.ts';
import { chooseMedoids, distanceOf } from './choose-medoids.ts';
import { describeSegments, liftsOf } from './describe-segments.ts';
import { embedPeople } from './embed-people.ts';
import { kMedoids } from './k-medoids.ts';

const WIDTH = 3;

/** People around three directions, of different sizes. */
function around(sizes: readonly number[], spread: number) {
  const random = new SeededRandom(4);
  const rows = sizes.flatMap((size, direction) =>
    Array.from({ length: size }, () => {
      const row = Array.from({ length: WIDTH }, (_, d) => Number(d === direction) + spread * random.normal());
      const norm = Math.hypot(...row);
      return row.map((value) => value / norm);
    }),
  );
  return { values: Float32Array.from(rows.flat()), width: WIDTH };
}

test('no choice of medoids has a lower loss, for few points', () => {
  const { values } = around([5, 4, 3], 0.5);
  const n = 12;
  const distances = new Float32Array(n * n);
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) distances[a * n + b] = distanceOf(values, WIDTH, a, b);
  const lossOf = (medoids: readonly number[]) => {
    let loss = 0;
    for (let p = 0; p < n; p++) loss += Math.min(...medoids.map((medoid) => distances[medoid * n + p]!));
    return loss;
  };
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < n; a++)
    for (let b = 0; b < a; b++) for (let c = 0; c < b; c++) least = Math.min(least, lossOf([a, b, c]));
  const found = kMedoids({ values: distances, n }, 3, 1);
  expect(found.loss).toBeCloseTo(least, 5);
  expect(found.loss).toBeCloseTo(lossOf([...found.medoids]), 5);
  expect(kMedoids({ values: distances, n }, 3, 1)).toEqual(found);
});

test('the number of segments is found; all people join one, the largest first', () => {
  const embeddings = around([60, 40, 20], 0.1);
  const request = SegmentsRequest.parse({ sample: 100 });
  const chosen = chooseMedoids(embeddings, request);
  expect([chosen.people.length, chosen.sampled]).toEqual([3, 100]);
  expect(chosen.silhouette).toBeGreaterThan(0.8);
  const { sizes, segments } = assignPeople(embeddings, chosen);
  expect([...sizes]).toEqual([60, 40, 20]);
  expect(new Set(segments.subarray(0, 60)).size).toBe(1);
  expect(chooseMedoids(embeddings, request)).toEqual(chosen);
});

test('a segment is named by what its people take more often than all, if several do', () => {
  const embeddings = around([20, 20], 0.05);
  const assigned = assignPeople(embeddings, chooseMedoids(embeddings, SegmentsRequest.parse({ k: 2 })));
  const histories = Array.from({ length: 40 }, (_, person) => {
    const own = person < 20 ? 1 : 2;
    return Uint32Array.from(person === 0 ? [0, own, own, 3] : [0, own]);
  });
  const people = { histories, itemIds: ['all', 'tea', 'lamp', 'rare'] };
  const lifts = liftsOf(people, assigned);
  const of = (person: number) => assigned.segments[person]!;
  expect(lifts[of(0)]).toEqual([{ itemId: 'tea', people: 20, lift: 2 }]);
  expect(lifts[of(39)]).toEqual([{ itemId: 'lamp', people: 20, lift: 2 }]);
  const segments = describeSegments(people, assigned, lifts, new Map([['tea', 'Green tea\nkind: tea']]));
  expect(segments[of(0)]).toMatchObject({ name: 'Green tea', people: 20, share: 0.5 });
  expect(segments[of(39)]!.name).toBe('lamp');
});

test('people with few events and anonymous sessions are in no segment, and are counted', async () => {
  const taken = new Map([
    ['ana', ['a', 'b']],
    ['ben', ['a']],
    [sessionKey('s'), ['a', 'b']],
  ]);
  const model = {
    embeddingDimensions: WIDTH,
    maxHistoryItems: 5,
    embed: async ({ offsets }: { readonly offsets: Uint32Array }) =>
      new Float32Array((offsets.length - 1) * WIDTH).fill(1),
  };
  const named = { model, names: { numberOf: (id: string) => 'ab'.indexOf(id) } };
  const people = { personIds: [...taken.keys()], of: (id: string) => ({ itemIds: taken.get(id)! }) };
  const { personIds, leftOut, sessionsLeftOut } = await embedPeople(
    named as unknown as NamedModel,
    people as unknown as PeopleHistories,
    2,
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  expect({ personIds, leftOut, sessionsLeftOut }).toEqual({
    personIds: ['ana'],
    leftOut: 1,
    sessionsLeftOut: 1,
  });
});
