import { describe, expect, test } from 'vitest';
import type { Measure } from '../evaluation/bootstrap-means.ts';
import type { SplitReport } from '../evaluation/evaluation-report.ts';
import { NO_ITEM, type Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { decideRefit } from './decide-refit.ts';
import { newestSlice } from './newest-slice.ts';
import { refitPart } from './refit-part.ts';
import { refitSettings } from './refit-settings.ts';
import { servingRanker } from './serving-ranker.ts';

/** `rows`: per person, item numbers with their times. */
function histories(rows: readonly (readonly (readonly [item: number, at: number])[])[]): Histories {
  const offsets = Uint32Array.from([0, ...rows.map(({ length }) => length)]);
  for (let row = 1; row < offsets.length; row++) offsets[row]! += offsets[row - 1]!;
  return {
    personIds: rows.map((_, person) => `p${person}`),
    itemIds: ['a', 'b', 'c', 'd'],
    offsets,
    items: Uint32Array.from(rows.flat(), ([item]) => item),
    timestampsMs: Float64Array.from(rows.flat(), ([, at]) => at),
  };
}

test('a refit has few epochs and little patience, unless the request names others', () => {
  expect(refitSettings({})).toEqual({ epochs: 20, patience: 2 });
  expect(refitSettings({ patience: 7, learning_rate: 0.001 })).toEqual({
    epochs: 20,
    patience: 7,
    learning_rate: 0.001,
  });
  expect(refitSettings({ protocol: 'leave_one_out' })).toEqual({ epochs: 20, patience: 2 });
});

describe('the newest slice', () => {
  const people = Array.from({ length: 600 }, (_, person) =>
    Array.from({ length: 6 }, (_, step) => [step % 4, 1000 * step + person] as const),
  );

  test('has only events after what the serving model knows, and its validation lies before it', () => {
    const slice = newestSlice(histories(people), 2999);
    if (slice.kind !== 'slice') throw new Error('there is enough');
    const { points, test: cases, validation } = slice.split;
    expect(slice.newEvents).toBe(1800);
    expect(points!.validationFromMs).toBeGreaterThan(2999);
    expect(points!.testFromMs).toBeGreaterThan(points!.validationFromMs);
    for (const target of cases.targets)
      expect(cases.histories.timestampsMs[target]).toBeGreaterThanOrEqual(points!.testFromMs);
    for (const target of validation.cases.targets)
      expect(validation.cases.histories.timestampsMs[target]).toBeLessThan(points!.testFromMs);
  });

  test('of a small shop has every event as a target, each with all events before it', () => {
    const slice = newestSlice(histories(people.slice(0, 40)), 2999);
    if (slice.kind !== 'slice') throw new Error('there is enough');
    const { points, test: cases } = slice.split;
    expect(new Set(cases.people).size).toBe(40);
    expect(cases.people.length).toBeGreaterThanOrEqual(40);
    for (const [which, target] of cases.targets.entries()) {
      expect(cases.ends[which]).toBe(target);
      expect(cases.histories.timestampsMs[target]).toBeGreaterThanOrEqual(points!.testFromMs);
    }
  });

  test('is the same where leave-one-out chooses, on what lies before it', () => {
    const [byTime, byLast] = [
      newestSlice(histories(people), 2999),
      newestSlice(histories(people), 2999, 'leave_one_out'),
    ];
    if (byTime.kind !== 'slice' || byLast.kind !== 'slice') throw new Error('there is enough');
    expect(byLast.split.test).toEqual(byTime.split.test);
    expect(byLast.split.train).toEqual(byTime.split.train);
    const { cases } = byLast.split.validation;
    expect(cases.people).toHaveLength(600);
    for (const target of cases.targets)
      expect(cases.histories.timestampsMs[target]).toBeLessThan(byTime.split.points!.testFromMs);
  });

  test('is refused where there is nothing new, or too few people to judge by', () => {
    expect(newestSlice(histories(people), 10_000)).toEqual({ kind: 'too_few', newEvents: 0, people: 0 });
    const few = newestSlice(histories(people.slice(0, 29)), 2999);
    expect(few).toEqual({ kind: 'too_few', newEvents: 87, people: 29 });
    expect(newestSlice(histories([]), 0)).toMatchObject({ kind: 'too_few', newEvents: 0 });
  });
});

test('a refit learns from all people with new events and from a sample of the others, whole', () => {
  const rows = Array.from({ length: 6000 }, (_, person) =>
    person % 3 === 0
      ? ([
          [0, 1],
          [1, 20],
        ] as const)
      : ([
          [2, 1],
          [3, 2],
        ] as const),
  );
  const whole = histories(rows);
  const part = refitPart(whole, 10, 7);
  expect(part.personIds.filter((id) => Number(id.slice(1)) % 3 === 0)).toHaveLength(2000);
  expect(part.personIds).toHaveLength(4000);
  expect([...part.items.subarray(part.offsets[1]!, part.offsets[2]!)]).toHaveLength(2);
  expect(refitPart(whole, 10, 7)).toEqual(part);
  expect(refitPart(whole, 10, 8).personIds).not.toEqual(part.personIds);
});

describe('the serving model over a later catalogue', () => {
  const items = { itemIds: ['x', 'b', 'a'], counts: [5, 1, 2] };
  const batch = {
    // a, b | new item alone | a
    offsets: Uint32Array.of(0, 2, 3, 4),
    items: Uint32Array.of(0, 1, 3, 0),
    timestampsMs: new Float64Array(4),
    momentsMs: new Float64Array(3),
  };

  test('scores in the order of the later catalogue; what it does not know comes last', async () => {
    const asked: number[][] = [];
    const ranker: Ranker = {
      name: 'r',
      score: ({ offsets, items: known }) => {
        asked.push([...offsets], [...known]);
        return Float32Array.from({ length: 3 * (offsets.length - 1) }, (_, at) => at);
      },
    };
    const serving = servingRanker('s', ranker, items, ['a', 'b', 'c', 'd']);
    if (!('score' in serving)) throw new Error('it scores');
    const last = Number.NEGATIVE_INFINITY;
    // The new item alone ranks by counts.
    expect([...(await serving.score(batch))]).toEqual([2, 1, last, last, 2, 1, last, last, 5, 4, last, last]);
    expect(asked).toEqual([
      [0, 2, 3],
      [2, 1, 2],
    ]);
  });

  test('lists in numbers of the later catalogue, without items that this one lacks', async () => {
    const ranker: Ranker = { name: 'r', list: () => Uint32Array.of(0, 2, 1, 2, NO_ITEM, NO_ITEM) };
    const serving = servingRanker('s', ranker, items, ['a', 'b', 'c', 'd']);
    if (!('list' in serving)) throw new Error('it lists');
    expect([...(await serving.list(batch, 3, true))]).toEqual([
      0,
      1,
      NO_ITEM,
      0,
      1,
      NO_ITEM,
      0,
      NO_ITEM,
      NO_ITEM,
    ]);
  });
});

describe('the gate of a refit', () => {
  const measure = (value: number, low: number, high: number): Measure => ({ value, low, high });
  function report(gain: Measure, overPopularity = 0.02, recall = gain): SplitReport {
    const same = (value: number) => ({ '10': measure(value, value, value) });
    const ranker = { mrr: measure(0, 0, 0), coverage: measure(0, 0, 0), exposure_gini: measure(0, 0, 0) };
    const gains = [
      { model: 'm', over: 's', recall, ndcg: gain },
      { model: 'm', over: 'popularity', recall, ndcg: measure(overPopularity, 0, 0) },
    ];
    const rankers = [{ name: 's', role: 'baseline' as const, recall: same(0.1), ndcg: same(0.1), ...ranker }];
    return { protocol: { cases: 400 }, rankers, gains } as unknown as SplitReport;
  }

  test.each<[string, SplitReport, boolean, RegExp]>([
    [
      'better beyond chance',
      report(measure(0.02, 0.01, 0.03)),
      true,
      /knows what the serving model does not/,
    ],
    ['equal', report(measure(-0.001, -0.01, 0.01)), true, /not worse, and newer/],
    ['worse by more than 5 %', report(measure(-0.006, -0.02, 0.01)), false, /worse by more than 5 %.*stays/],
    ['possibly much worse', report(measure(0.001, -0.06, 0.06)), false, /may rank worse by 0.055.*stays/],
    [
      'possibly much worse in recall',
      report(measure(0.01, 0.001, 0.02), 0.02, measure(0, -0.06, 0.06)),
      false,
      /may rank worse/,
    ],
    ['below popularity', report(measure(0.001, -0.01, 0.01), -0.02), false, /Popularity ranks better.*stays/],
  ])('%s', (_, given, deploy, reason) => {
    const verdict = decideRefit(given, 's');
    expect(verdict.deploy).toBe(deploy);
    expect(verdict.reason).toMatch(reason);
    expect(verdict.reason).toMatch(/400 people.*95 % interval/);
    expect(verdict.isJudged).toBe(true);
  });

  test('does not judge where few people can tell nothing, and judges where they can', () => {
    const ofFew = (gain: Measure) => {
      const given = report(gain);
      return decideRefit({ ...given, protocol: { ...given.protocol, people: 40 } }, 's');
    };
    expect(ofFew(measure(0.01, -0.1, 0.1))).toMatchObject({ deploy: false, isJudged: false });
    expect(ofFew(measure(0.01, -0.1, 0.1)).reason).toMatch(/^Not judged: 40 people.*by hand/);
    expect(ofFew(measure(-0.1, -0.2, -0.01))).toMatchObject({ deploy: false, isJudged: true });
    expect(ofFew(measure(0.02, 0.01, 0.03)).reason).toMatch(/400 newest events of 40 people/);
  });
});
