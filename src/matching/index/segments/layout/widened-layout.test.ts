/** A large segment is widened in place: little is copied, and no reader sees half of it. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence } from '../../../../contract/brands.ts';
import { quantizeFinely } from '../../../../platform/storage/quantized-vector.ts';
import type { StoredProfile } from '../../../../platform/storage/store.ts';
import {
  DIMENSION,
  definitionOf,
  firstSequence,
  storedProfile,
} from '../../../../platform/storage/testing/random-profiles.ts';
import type { NarrowingStep } from '../../candidate-index.ts';
import { ReferenceIndex } from '../../reference/reference-index.ts';
import type { Segment } from '../segment.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { stretchesOf } from '../snapshots/snapshot-format.ts';
import { describeIndex } from '../testing/describe-index.ts';
import { QueryWorkers } from '../workers/query-workers.ts';
import { BLOCK_ROWS } from './block-layout.ts';

const ENCODER = 'test@1#00000000';
const OTHER = 'other@1#00000000';
const workers = new QueryWorkers(2);
afterAll(() => workers.close());

const definition = definitionOf([
  { name: 'age', kind: 'hard', type: 'number' },
  { name: 'job', kind: 'hard', type: 'string' },
  { name: 'speaks', kind: 'hard', type: 'enum', multiple: true, values: ['en', 'pt', 'de'] },
]);

function profile(n: number, age: number, job = `job ${age}`): StoredProfile {
  return storedProfile(definition, {
    userId: `user ${n}`,
    values: { age, job, speaks: ['pt'] },
    places: {},
    preferences: [],
    blocks: [],
    complete: true,
    vector: Float32Array.from({ length: DIMENSION }, (_, d) => Math.sin(n * (d + 1))),
  });
}

const ROWS = BLOCK_ROWS + 1000;
const allProfiles = Array.from({ length: ROWS }, (_, n) => profile(n, 1));
const start = { sequence: firstSequence, encoderId: ENCODER };

function filled(): SegmentedIndex {
  const index = new SegmentedIndex(definition, workers, start);
  index.apply({ upserts: allProfiles, deletes: [], sequence: changeSequence(1) });
  return index;
}

const onlySegment = (index: SegmentedIndex): Segment => index.parts.segments[0]!;

/** Bytes of columns whose offset changed. */
function movedBytes(before: Segment, after: Segment): number {
  if (after.memory !== before.memory) return Number.POSITIVE_INFINITY;
  const known = columnsOf(before);
  return [...columnsOf(after)].reduce((sum, [offset, bytes]) => sum + (known.has(offset) ? 0 : bytes), 0);
}

function columnsOf({ layout, ids }: Segment): ReadonlyMap<number, number> {
  const stretches = [-1, ...layout.vectors.keys()].flatMap((group) => stretchesOf(layout, ids.rows, group));
  return new Map(stretches.map(({ offset, bytes }) => [offset, bytes]));
}

describe('a segment of many rows', () => {
  const LIVE_BYTES = Math.ceil(ROWS / 32) * 4;
  const widenings: [string, (index: SegmentedIndex) => void, number][] = [
    ['codes', (index) => widenCodes(index), 2 * ROWS],
    ['a number', (index) => put(index, profile(1, 0.5)), 8 * ROWS],
    ['vectors of another encoder', (index) => addVectors(index, [1]), (3 + 1 + 8 + 16) * ROWS],
  ];
  it.each(widenings)('is not copied for %s that it cannot hold', (_, widen, expected) => {
    const index = filled();
    const before = onlySegment(index);
    widen(index);
    expect(movedBytes(before, onlySegment(index))).toBe(expected + LIVE_BYTES);
    index.release();
  });

  it('keeps the memory of dropped vectors, and frees it while it is written', async () => {
    const index = filled();
    const reference = new ReferenceIndex(definition, firstSequence, ENCODER);
    reference.apply({ upserts: allProfiles, deletes: [], sequence: changeSequence(1) });
    const all = Array.from({ length: ROWS }, (_, n) => n);
    for (const each of [index, reference]) {
      addVectors(each, all);
      each.compareBy(OTHER);
      each.dropOtherVectors();
    }
    expect(index.slack).toBeGreaterThan((DIMENSION + 8 + 16) * ROWS);
    const { memory } = onlySegment(index);
    const closing = index.closeSlack();
    for (let n = 0; n < 20; n++) {
      const [first, last] = [profile(n, 7), profile(ROWS - n, 7)].map(({ row }) => ({
        row,
        profileVector: null,
      }));
      for (const each of [index, reference]) {
        each.apply({
          upserts: [first!, last!],
          deletes: [`user ${100 + n}`],
          sequence: changeSequence(2 + n),
        });
      }
      if (n % 5 === 0) await setImmediate();
    }
    await closing;
    expect(onlySegment(index).memory).not.toBe(memory);
    expect(index.slack).toBe(0);
    const contentOf = (each: typeof index | typeof reference) =>
      describeIndex(each, [ENCODER, OTHER], ['user 3']);
    expect(contentOf(index)).toEqual(contentOf(reference));
    index.release();
  });

  it('shows every person whole, or not at all while changing, to a query that began before', async () => {
    const index = new SegmentedIndex(numbered, workers, start);
    put(index, ...Array.from({ length: ROWS }, (_, n) => inState(n, 1)), inState(ROWS, 2));
    for (let round = 0; round < NUMBERS; round++) {
      // Every row has 1 in all numbers and job 1, or 2 and job 2; never 1 with job 2.
      const halves: NarrowingStep[] = [
        { reason: 'number', keep: [{ op: 'eq', field: `number_${round}`, value: 1 }] },
        { reason: 'job', keep: [{ op: 'eq', field: 'job', value: 'job 2' }] },
      ];
      const selecting = Promise.all([index.select(halves), index.select(halves)]);
      const changed = Array.from({ length: 40 }, (_, n) => 1 + ((round * 997 + n * 131) % (ROWS - 1)));
      const before = onlySegment(index);
      for (const [n, one] of changed.entries()) {
        // The first of both halves is a number that its column cannot hold.
        if (n % 20 === 0) put(index, inState(0, 1, { [`number_${round}`]: n === 0 ? 40_000 : 0.5 }));
        put(index, inState(one, 1 + ((round + 1) % 2)));
      }
      expect(movedBytes(before, onlySegment(index))).toBeLessThan(10 * ROWS);
      for (const { selection, dropped } of await selecting) {
        expect(selection.size).toBe(0);
        const seen = dropped.number! + dropped.job!;
        expect(seen).toBeLessThanOrEqual(ROWS + 1);
        expect(seen).toBeGreaterThanOrEqual(ROWS - changed.length);
        selection.release();
      }
    }
    index.release();
  });
});

const NUMBERS = 6;
const numbers = Array.from({ length: NUMBERS }, (_, n) => `number_${n}`);
const numbered = definitionOf([
  ...numbers.map((name) => ({ name, kind: 'hard' as const, type: 'number' as const })),
  { name: 'job', kind: 'hard', type: 'string' },
]);

function inState(n: number, state: number, others: Readonly<Record<string, number>> = {}): StoredProfile {
  const values = {
    ...Object.fromEntries(numbers.map((name) => [name, state])),
    job: `job ${state}`,
    ...others,
  };
  const rest = { places: {}, preferences: [], blocks: [], complete: true, vector: null };
  return storedProfile(numbered, { userId: `user ${n}`, values, ...rest });
}

function put(index: SegmentedIndex, ...upserts: StoredProfile[]): void {
  index.apply({ upserts, deletes: [], sequence: index.sequence });
}

/** More texts than one byte can number. */
function widenCodes(index: SegmentedIndex): void {
  for (let n = 0; n < 256; n++) put(index, profile(n, 1, `another ${n}`));
}

function addVectors(index: SegmentedIndex | ReferenceIndex, people: readonly number[]): void {
  const vectors = people.map((n) => ({
    userId: `user ${n}`,
    vector: quantizeFinely(Float32Array.of(n, 1, -2)),
  }));
  index.addVectors(OTHER, vectors);
}
