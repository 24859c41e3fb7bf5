import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historiesOf } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { type Cases, caseCount, targetItem } from './split.ts';
import { temporalSplit } from './temporal-split.ts';

const rowsOf = ({ offsets, items, timestampsMs }: Histories) =>
  Array.from({ length: offsets.length - 1 }, (_, person) =>
    Array.from(
      { length: offsets[person + 1]! - offsets[person]! },
      (_, n) => [items[offsets[person]! + n]!, timestampsMs[offsets[person]! + n]!] as const,
    ),
  );

/** The person, the history as a ranker gets it, and the target of each case. */
const casesOf = (cases: Cases) => {
  const batch = historiesOf(cases, 0, caseCount(cases));
  return Array.from(cases.people, (person, n) => ({
    person,
    history: [...batch.items.subarray(batch.offsets[n]!, batch.offsets[n + 1]!)],
    timesMs: [...batch.timestampsMs.subarray(batch.offsets[n]!, batch.offsets[n + 1]!)],
    target: targetItem(cases, n),
    targetMs: cases.histories.timestampsMs[cases.targets[n]!]!,
  }));
};

/** Every event has a different item, so a leaked target is recognized by its number. */
const anyHistories = fc
  .array(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 8 }), { maxLength: 12 })
  .map((people) => {
    let item = 0;
    const rows = people.map((times) => times.toSorted((a, b) => a - b).map((ms) => [item++, ms] as const));
    return historiesOfRows(item, rows);
  });

describe('leave one out', () => {
  it('tests the last item, validates on the one before, and trains on the rest', () => {
    const rows = [
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
      ],
      [
        [4, 1],
        [0, 2],
      ],
      [],
    ] as const;
    const { train, test, validation } = leaveOneOut(historiesOfRows(5, rows));
    expect(rowsOf(train)).toEqual([rows[0].slice(0, 2), rows[1], []]);
    expect(casesOf(test)).toMatchObject([{ person: 0, history: [0, 1, 2], target: 3 }]);
    expect(casesOf(validation.cases)).toMatchObject([{ person: 0, history: [0, 1], target: 2 }]);
  });

  it('keeps targets out of training, validation and histories', () => {
    fc.assert(
      fc.property(anyHistories, (histories) => {
        const { train, test, validation } = leaveOneOut(histories);
        const learned = new Set(train.items);
        const tests = casesOf(test);
        const chosenOn = casesOf(validation.cases);
        const targets = new Set([...tests, ...chosenOn].map(({ target }) => target));
        expect([...learned].filter((item) => targets.has(item))).toEqual([]);
        const tested = new Set(tests.map(({ target }) => target));
        for (const { history, target } of [...tests, ...chosenOn]) expect(history).not.toContain(target);
        for (const { history, target } of chosenOn)
          expect([...history, target].filter((item) => tested.has(item))).toEqual([]);
        expect(train.items.length + targets.size).toBe(histories.items.length);
        expect(validation.train).toBe(train);
      }),
    );
  });
});

describe('the temporal split', () => {
  it('trains on events before the 90 % quantile and tests known people on their first item from then on', () => {
    const old = Array.from({ length: 17 }, (_, n) => [n, n] as const);
    const rows = [
      [...old, [17, 90], [18, 95]],
      [
        [0, 16],
        [19, 90],
      ],
      [[20, 99]],
    ] as const;
    const { train, test, validation, points } = temporalSplit(historiesOfRows(21, rows));
    // 22 events: the 20th of them, in time, is at 90.
    expect(points).toEqual({ testFromMs: 90, validationFromMs: 16 });
    expect(rowsOf(train)).toEqual([old, [[0, 16]], []]);
    expect(casesOf(test)).toMatchObject([
      { person: 0, history: old.map(([item]) => item), target: 17 },
      { person: 1, history: [0], target: 19 },
    ]);
    expect(casesOf(validation.cases)).toMatchObject([
      { person: 0, history: old.slice(0, 16).map(([item]) => item), target: 16 },
    ]);
    expect(rowsOf(validation.train)[1]).toEqual([]);
  });

  it('keeps events from the moment on out of training, validation and histories', () => {
    fc.assert(
      fc.property(anyHistories, (histories) => {
        const { train, test, validation, points } = temporalSplit(histories);
        const { testFromMs, validationFromMs } = points!;
        for (const ms of train.timestampsMs) expect(ms).toBeLessThan(testFromMs);
        for (const ms of validation.train.timestampsMs) expect(ms).toBeLessThan(validationFromMs);
        for (const { timesMs, targetMs } of casesOf(test)) {
          expect(timesMs.length).toBeGreaterThan(0);
          for (const ms of timesMs) expect(ms).toBeLessThan(testFromMs);
          expect(targetMs).toBeGreaterThanOrEqual(testFromMs);
        }
        for (const { timesMs, targetMs } of casesOf(validation.cases)) {
          for (const ms of timesMs) expect(ms).toBeLessThan(validationFromMs);
          expect(targetMs).toBeGreaterThanOrEqual(validationFromMs);
          expect(targetMs).toBeLessThan(testFromMs);
        }
        const warm = rowsOf(histories).filter(
          (row) => row.some(([, ms]) => ms < testFromMs) && row.some(([, ms]) => ms >= testFromMs),
        );
        expect(caseCount(test)).toBe(warm.length);
      }),
    );
  });

  it('has no cases if all events have one timestamp', () => {
    const { test, train } = temporalSplit(
      historiesOfRows(2, [
        [
          [0, 5],
          [1, 5],
        ],
      ]),
    );
    expect([caseCount(test), train.items.length]).toEqual([0, 0]);
  });
});
