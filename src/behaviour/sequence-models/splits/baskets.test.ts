import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noDeclaredEvents } from '../../../contract/dataset-events.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { markovCounts } from '../baselines/markov.ts';
import { basketMetrics } from '../evaluation/basket-metrics.ts';
import { evaluateSplit } from '../evaluation/evaluate-split.ts';
import { historiesOf } from '../evaluation/ranker.ts';
import { sampleCases } from '../evaluation/sample-cases.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import type { Histories } from '../histories/histories.ts';
import { blendCases } from '../models/sequential/blend/blend-cases.ts';
import { halvesOf } from '../models/sequential/blend/choose-blend.ts';
import { validationCases } from '../models/sequential/evaluate-validation.ts';
import { nestedCases } from '../models/sequential/nested-cases.ts';
import { basketTargets, NO_TARGET, targetsAt } from '../models/training/target-events.ts';
import { historiesOfRows, snapshotOf } from '../testing/snapshot-of.ts';
import { basketStarts } from './baskets.ts';
import { laterTargets } from './later-targets.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { type Cases, caseCount, targetItem } from './split.ts';
import { temporalSplit } from './temporal-split.ts';

/** By person the sizes of baskets; each at a time of its own, each event of an item of its own. */
function histories(people: readonly (readonly number[])[]): Histories {
  let [item, basket] = [0, 0];
  const baskets: number[] = [];
  const rows = people.map((sizes) =>
    sizes.flatMap((size, at) => {
      baskets.push(...Array.from({ length: size }, () => basket));
      basket++;
      return Array.from({ length: size }, () => [item++, at] as const);
    }),
  );
  return { ...historiesOfRows(item, rows), baskets: Uint32Array.from(baskets) };
}

const anyHistories = fc
  .array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map(histories);
const basketOf = ({ baskets }: Histories, item: number) => baskets![item]!;

/** Each case with its history, as a ranker gets it. */
function casesOf(cases: Cases) {
  const batch = historiesOf(cases, 0, caseCount(cases));
  return Array.from({ length: caseCount(cases) }, (_, n) => ({
    history: [...batch.items.subarray(batch.offsets[n], batch.offsets[n + 1])],
    target: targetItem(cases, n),
  }));
}

test.each([
  ['leave one out', leaveOneOut],
  ['by time', temporalSplit],
] as const)('%s: no item of a target basket is in its history or in what is trained on', (_, split) => {
  fc.assert(
    fc.property(anyHistories, (all) => {
      const { train, test: tested, validation } = split(all);
      const learned = new Set([...train.items].map((item) => basketOf(all, item)));
      for (const { history, target } of [...casesOf(tested), ...casesOf(validation.cases)])
        expect(history.map((item) => basketOf(all, item))).not.toContain(basketOf(all, target));
      for (const { target } of casesOf(tested)) expect(learned).not.toContain(basketOf(all, target));
      // All items of each basket are targets.
      const starts = basketStarts(tested);
      for (let basket = 0; basket + 1 < starts.length; basket++) {
        const items = casesOf(tested).slice(starts[basket], starts[basket + 1]);
        const own = basketOf(all, items[0]!.target);
        expect(items.map(({ target }) => target)).toEqual(
          [...all.items].filter((item) => basketOf(all, item) === own),
        );
      }
    }),
  );
});

test('the last basket of three is the test, the one before it the validation', () => {
  const {
    train,
    test: tested,
    validation,
  } = leaveOneOut(
    histories([
      [2, 1, 2],
      [3, 1],
    ]),
  );
  expect(casesOf(tested)).toEqual([
    { history: [0, 1, 2], target: 3 },
    { history: [0, 1, 2], target: 4 },
  ]);
  expect(casesOf(validation.cases)).toEqual([{ history: [0, 1], target: 2 }]);
  expect([...train.items]).toEqual([0, 1, 5, 6, 7, 8]);
});

test('an event learns from none of its own basket, and every target of a next basket is drawn', () => {
  fc.assert(
    fc.property(anyHistories, (all) => {
      const baskets = basketTargets(all);
      const drawn = new Map<number, Set<number>>();
      for (let step = 0; step < 60; step++) {
        const targetOf = targetsAt(baskets, 1, step);
        for (let person = 0; person + 1 < all.offsets.length; person++)
          for (let at = all.offsets[person]!; at < all.offsets[person + 1]!; at++) {
            const target = targetOf(at);
            const isLast = basketOf(all, at) === basketOf(all, all.offsets[person + 1]! - 1);
            expect(target === NO_TARGET).toBe(isLast);
            if (isLast) continue;
            expect(basketOf(all, target)).toBe(basketOf(all, at) + 1);
            drawn.set(basketOf(all, at), (drawn.get(basketOf(all, at)) ?? new Set()).add(target));
          }
      }
      for (const [basket, targets] of drawn)
        expect(targets.size).toBe([...all.baskets!].filter((one) => one === basket + 1).length);
    }),
    { numRuns: 20 },
  );
});

test('what followed an item is what was in the next basket', () => {
  const counts = markovCounts(histories([[2, 2, 1]]));
  expect([counts.row(0), counts.row(1), counts.row(2)].map(({ items }) => items)).toEqual([
    [2, 3],
    [2, 3],
    [4],
  ]);
});

test('later targets of a person who is judged by all events know nothing of their own basket', () => {
  const later = casesOf(laterTargets(histories([[2, 2, 1]]), 0));
  expect(later.map(({ history }) => history)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2, 3],
  ]);
  const twice = {
    ...historiesOfRows(2, [
      [
        [0, 1],
        [1, 2],
        [1, 2],
      ],
    ]),
    baskets: Uint32Array.of(0, 1, 1),
  };
  expect(casesOf(laterTargets(twice, 0))).toEqual([{ history: [0], target: 1 }]);
});

test('samples and halves of cases have whole baskets', () => {
  const { test: tested } = leaveOneOut(histories(Array.from({ length: 40 }, () => [1, 1, 3])));
  const sizesOf = (cases: Cases) => {
    const starts = basketStarts(cases);
    return [...starts.subarray(1)].map((end, basket) => end - starts[basket]!);
  };
  const { stopping, choosing } = nestedCases(tested, 1);
  for (const [cases, count] of [
    [sampleCases(tested, 7, 1), 7],
    [stopping, 20],
    [choosing, 20],
  ] as const)
    expect(sizesOf(cases)).toEqual(Array.from({ length: count }, () => 3));
  const many = leaveOneOut(histories(Array.from({ length: 400 }, () => [1, 1, 10])));
  expect(caseCount(nestedCases(many.test, 1).choosing)).toBe(1500);
});

test('a validation ranks a bounded number of items, however large baskets are', () => {
  const { test: tested } = leaveOneOut(histories(Array.from({ length: 700 }, () => [1, 1, 10])));
  const itemIds = Array.from({ length: 33_000 }, String);
  const kept = validationCases({ ...tested, histories: { ...tested.histories, itemIds } }, 1);
  expect(caseCount(kept)).toBe(10 * Math.floor(2e8 / (10 * itemIds.length)));
  expect(validationCases(tested, 1)).toBe(tested);
});

test('no half that stops a training, chooses a blend or judges it has a part of a basket', async () => {
  const many = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 5 }), {
    minLength: 8,
    maxLength: 20,
  });
  const network = (items: number) => ({
    name: 'network',
    score: ({ offsets }: { readonly offsets: Uint32Array }) => new Float32Array((offsets.length - 1) * items),
  });
  await fc.assert(
    fc.asyncProperty(many.map(histories), fc.nat(), async (all, seed) => {
      const I = all.itemIds.length;
      const ranked = { network: network(I), links: {}, counted: null, maxHistoryItems: 50, seed } as const;
      for (const { cases } of [leaveOneOut(all).validation, temporalSplit(all).validation]) {
        const { stopping, choosing } = nestedCases(cases, seed);
        const { signal } = new AbortController();
        const toBlend = await blendCases(choosing, { ...ranked, seen: 'ranked' }, signal);
        const halves = halvesOf(toBlend.cases).map((half) => half.map(({ target }) => target));
        const parts = [...halves, casesOf(stopping).map(({ target }) => target)];
        expect(parts.flat().sort()).toEqual(
          casesOf(cases)
            .map(({ target }) => target)
            .sort(),
        );
        const baskets = parts.map((items) => [...new Set(items.map((item) => basketOf(all, item)))]);
        expect(new Set(baskets.flat()).size).toBe(baskets.flat().length);
        for (const { history, target } of [...casesOf(stopping), ...casesOf(choosing)])
          expect(history.map((item) => basketOf(all, item))).not.toContain(basketOf(all, target));
      }
    }),
    { numRuns: 30 },
  );
});

describe('metrics of a basket', () => {
  test('are those of the definition, over the set of its items', () => {
    const ranks = Float64Array.of(1, 4, 30, 2, Number.POSITIVE_INFINITY);
    const { recall, ndcg, reciprocal } = basketMetrics(Uint32Array.of(0, 3, 4, 5));
    const gain = (rank: number) => 1 / Math.log2(1 + rank);
    expect([...recall(ranks, 10)]).toEqual([2 / 3, 1, 0]);
    expect(ndcg(ranks, 10)[0]).toBeCloseTo((gain(1) + gain(4)) / (gain(1) + gain(2) + gain(3)), 12);
    expect(ndcg(ranks, 1)[0]).toBe(1);
    expect(ndcg(ranks, 10)[1]).toBeCloseTo(gain(2), 12);
    expect([...reciprocal(ranks)]).toEqual([1, 0.5, 0]);
  });

  test('a report counts baskets, and says how large they are', async () => {
    const split = leaveOneOut(
      histories([
        [1, 1, 2],
        [1, 1, 1],
      ]),
    );
    const I = split.train.itemIds.length;
    const perfect = {
      name: 'perfect',
      score: ({ offsets, items }: { readonly offsets: Uint32Array; readonly items: Uint32Array }) => {
        const rows = new Float64Array((offsets.length - 1) * I);
        // Items are numbered in the order in which they were taken.
        for (let row = 0; row + 1 < offsets.length; row++)
          for (let item = items[offsets[row + 1]! - 1]! + 1, score = 9; item < I; item++)
            rows[row * I + item] = score--;
        return rows;
      },
    };
    const report = await evaluateSplit(
      split,
      { models: [], baselines: [perfect] },
      { ties: 'imported', draws: 2 },
    );
    expect(report.protocol).toMatchObject({
      cases: 2,
      cases_before_sampling: 2,
      baskets: { mean_size: 1.5 },
    });
    expect(report.protocol).toMatchObject({ targets_tied: 0 });
    expect(report.rankers[0]).toMatchObject({
      recall: { 1: { value: 0.75 }, 5: { value: 1 } },
      ndcg: { 5: { value: 1 } },
    });
  });
});

const at = (person: string, item: string, timestampMs: number, kind = 'buy') => {
  return { person, item, timestampMs, kind, value: 1 };
};

/** `ids`: by event the id of its basket. */
function basketed(events: Parameters<typeof snapshotOf>[1], ids: readonly (string | null)[], kinds = {}) {
  const plain = snapshotOf('abcd', events);
  return {
    ...plain,
    declaredEvents: { ...noDeclaredEvents, kinds, baskets: 'basket_id' as const },
    events: async function* () {
      for await (const batch of plain.events())
        yield { ...batch, basketIds: ids.slice(batch.start, batch.start + batch.count) };
    } as unknown as Snapshot['events'],
  };
}

test('events of one basket lie together at its first moment, whoever imported them in which order', async () => {
  const DAY = 86_400_000;
  const events = [
    at('p', 'a', 2 * DAY),
    at('p', 'b', DAY),
    at('p', 'c', 3 * DAY),
    at('q', 'a', DAY),
    at('p', 'd', DAY),
  ];
  const snapshot = basketed(events, ['x', 'y', 'x', 'x', null]);
  const { items, timestampsMs, baskets } = await collectHistories(snapshot, {
    repeats: 'kept',
    baskets: 'basket_id',
  });
  expect([...items]).toEqual([1, 3, 0, 2, 0]);
  expect([...timestampsMs]).toEqual([DAY, DAY, 2 * DAY, 2 * DAY, DAY]);
  const [b, d, a, c, ofQ] = baskets!;
  expect(new Set([b, d, a, ofQ]).size).toBe(4);
  expect(c).toBe(a);
});

test('an item that is taken again in the basket of its return is not turned down', async () => {
  const events = [at('p', 'a', 1), at('p', 'b', 2), at('p', 'b', 3, 'return'), at('p', 'b', 4)];
  const snapshot = basketed(events, ['x', 'y', 'y', 'y'], { return: { weight: -1 } });
  const { weights, rejections } = await collectHistories(snapshot, { baskets: 'basket_id' });
  expect([[...weights!], rejections?.items.length ?? 0]).toEqual([[1, 1], 0]);
});
