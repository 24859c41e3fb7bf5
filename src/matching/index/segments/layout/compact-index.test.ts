import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { changeSequence } from '../../../../contract/brands.ts';
import { firstSequence } from '../../../../platform/storage/testing/random-profiles.ts';
import { ReferenceIndex } from '../../reference/reference-index.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { catchUp, changeAt, countedDefinition } from '../testing/counted-world.ts';
import { describeIndex } from '../testing/describe-index.ts';
import { QueryWorkers } from '../workers/query-workers.ts';
import { compactIndex } from './compact-index.ts';

const ENCODER = 'test@1#00000000';
const someIds = ['person 1', 'person 5', 'person 9'];
const workers = new QueryWorkers(1);
afterAll(() => workers.close());

function referenceAt(sequence: number): ReferenceIndex {
  const reference = new ReferenceIndex(countedDefinition, firstSequence, ENCODER);
  catchUp(reference, sequence);
  return reference;
}

it('an index compacted while it is written equals the original', async () => {
  const start = { sequence: firstSequence, encoderId: ENCODER };
  const index = new SegmentedIndex(countedDefinition, workers, start);
  for (let s = 1; s <= 9000; s++) index.apply(changeAt(s));
  expect(index.holes).toBeGreaterThan(index.size);
  const rows = index.rowLimit;
  const compacting = compactIndex(index, workers);
  for (let s = 9001; s <= 9400; s++) {
    index.apply(changeAt(s));
    if (s % 40 === 0) await setImmediate();
  }
  const compacted = await compacting;
  expect(compacted.sequence).toBe(9000);
  expect(compacted.rowLimit).toBeLessThan(rows / 2);
  catchUp(compacted, 9400);
  const expected = describeIndex(referenceAt(9400), [ENCODER], someIds);
  expect(describeIndex(compacted, [ENCODER], someIds)).toEqual(expected);
  expect(describeIndex(index, [ENCODER], someIds)).toEqual(expected);
  const everyRow = await compacted.select([{ reason: 'incomplete', keep: 'complete' }]);
  const plainly = await referenceAt(9400).select([{ reason: 'incomplete', keep: 'complete' }]);
  expect([everyRow.selection.size, everyRow.dropped]).toEqual([plainly.selection.size, plainly.dropped]);
  compacted.apply({ upserts: [], deletes: someIds, sequence: changeSequence(9401) });
  expect(someIds.map((userId) => compacted.rowOf(userId))).toEqual([null, null, null]);
});
