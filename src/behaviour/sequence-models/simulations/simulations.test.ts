import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOfSquaredDeviations } from '../../../platform/numeric/statistics.ts';
import { NO_ITEM } from '../evaluation/ranker.ts';
import type { OpenModel } from '../models/architecture.ts';
import { type Offer, type RollOut, rollOut } from './roll-out.ts';
import { summariseChoices } from './summarise-choices.ts';

const I = 30;

/** Items lie on a circle; the score falls with the distance after the history's last item. */
const model: Pick<OpenModel, 'score' | 'maxHistoryItems'> = {
  maxHistoryItems: 3,
  score: async ({ offsets, items }) => {
    const rows = new Float32Array((offsets.length - 1) * I);
    for (let row = 0; row + 1 < offsets.length; row++) {
      expect(offsets[row + 1]! - offsets[row]!).toBeLessThanOrEqual(3);
      const last = offsets[row] === offsets[row + 1] ? 0 : items[offsets[row + 1]! - 1]!;
      for (let item = 0; item < I; item++) rows[row * I + item] = -40 * ((item - last - 1 + I) % I);
    }
    return rows;
  },
};

const simulated = (
  offer: Offer,
  histories: readonly number[][],
  seed = 1,
  steps = 4,
  seen: RollOut['seen'] = 'offered',
) =>
  rollOut({
    model: model as OpenModel,
    itemCount: I,
    byteRank: Uint32Array.from({ length: I }, (_, item) => item),
    histories: histories.map((items) => Uint32Array.from(items)),
    offer,
    seen,
    steps,
    seed,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

test('the model chooses the items that it ranks first, step by step', async () => {
  expect([...(await simulated({ kind: 'model' }, [[1, 2, 3, 4], [28], []]))]).toEqual([
    ...[5, 6, 7, 8],
    ...[29, 0, 1, 2],
    ...[1, 2, 3, 4],
  ]);
});

test('the model chooses from other slates too; random numbers depend on the seed and the position', async () => {
  expect([
    ...(await simulated({ kind: 'items', items: Uint32Array.of(7, 20), limit: 2 }, [[5], [8]], 1, 2)),
  ]).toEqual([...[7, 20], ...[20, 7]]);
  const histories = Array.from({ length: 200 }, (_, n) => [n % I]);
  const first = await simulated({ kind: 'random' }, histories, 7);
  expect(await simulated({ kind: 'random' }, histories, 7)).toEqual(first);
  expect(await simulated({ kind: 'random' }, histories, 8)).not.toEqual(first);
  expect((await simulated({ kind: 'random' }, histories.slice(0, 50), 7)).join()).toBe(
    first.subarray(0, 200).join(),
  );
  expect(new Set(first).size).toBe(I);
});

test('items of the history are excluded as long as there are others to offer', async () => {
  const withoutSeen = (offer: Offer, histories: readonly number[][], steps: number) =>
    simulated(offer, histories, 1, steps, 'excluded');
  expect([...(await withoutSeen({ kind: 'model' }, [[5, 6, 8, 4]], 3))]).toEqual([7, 9, 10]);
  const two = { kind: 'items', items: Uint32Array.of(7, 20, 3), limit: 2 } as const;
  expect([...(await withoutSeen(two, [[7]], 3))]).toEqual([20, 3, 7]);
  expect([...(await withoutSeen({ kind: 'items', items: Uint32Array.of(2), limit: 1 }, [[2]], 2))]).toEqual([
    2, 2,
  ]);
  const all = await withoutSeen(
    { kind: 'random' },
    Array.from({ length: 20 }, () => []),
    8,
  );
  for (let person = 0; person < 20; person++)
    expect(new Set(all.subarray(person * 8, person * 8 + 8)).size).toBe(8);
});

test('an aborted simulation throws the reason', async () => {
  const controller = new AbortController();
  controller.abort('cancelled');
  const given = { model: model as OpenModel, itemCount: I, byteRank: new Uint32Array(I), steps: 1, seed: 0 };
  await expect(
    rollOut({
      ...given,
      histories: [new Uint32Array()],
      offer: { kind: 'model' },
      seen: 'offered',
      signal: controller.signal,
      onProgress: () => {},
    }),
  ).rejects.toBe('cancelled');
});

test('the summary equals a plain count', () => {
  const cases = fc.record({
    steps: fc.integer({ min: 1, max: 4 }),
    people: fc.array(
      fc.record({
        had: fc.array(fc.nat(5), { maxLength: 3 }),
        choices: fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }),
        next: fc.array(fc.option(fc.nat(5)), { minLength: 4, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  });
  fc.assert(
    fc.property(cases, ({ steps, people }) => {
      const chosen = people.map(({ choices }) => choices.slice(0, steps));
      const next = people.map(({ next }) => next.slice(0, steps));
      const found = summariseChoices({
        choices: Uint32Array.from(chosen.flat()),
        people: people.length,
        steps,
        itemCount: 6,
        histories: people.map(({ had }) => Uint32Array.from(had)),
        continuations: Uint32Array.from(next.flat(), (item) => item ?? NO_ITEM),
      });
      const all = chosen.flat();
      const counts = Array.from({ length: 6 }, (_, item) => all.filter((one) => one === item).length);
      expect(found.coverage.value).toBeCloseTo(new Set(all).size / 6);
      let spread = 0;
      for (const a of counts) for (const b of counts) spread += Math.abs(a - b) / 2;
      expect(found.exposure_gini.value).toBeCloseTo(spread / (6 * all.length));
      const repeats = people.map(
        ({ had }, n) =>
          chosen[n]!.filter((item, at) => [...had, ...chosen[n]!.slice(0, at)].includes(item)).length / steps,
      );
      expect(found.repeat_rate.value).toBeCloseTo(repeats.reduce((a, b) => a + b) / people.length);
      for (const { step, hit_rate } of found.per_step) {
        const known = people
          .keys()
          .toArray()
          .filter((n) => next[n]![step - 1] !== null);
        const hits = known.filter((n) => next[n]![step - 1] === chosen[n]![step - 1]);
        if (known.length === 0) expect(hit_rate).toBeNull();
        else {
          expect(hit_rate!.value).toBeCloseTo(hits.length / known.length);
          expect(hit_rate!.low!).toBeLessThanOrEqual(hit_rate!.value!);
          expect(hit_rate!.high!).toBeGreaterThanOrEqual(hit_rate!.value!);
        }
      }
      for (const { item, share } of found.top_items)
        expect(share.value).toBeCloseTo(counts[item]! / all.length);
      expect(found.top_items.map(({ item }) => counts[item])).toEqual(
        counts.filter((count) => count > 0).sort((a, b) => b - a),
      );
    }),
  );
});

test('intervals of coverage and Gini are those of the jackknife; a single person has none', () => {
  const choices = [0, 1, 1, 2, 2, 2, 5];
  const summaryOf = (items: readonly number[]) =>
    summariseChoices({
      choices: Uint32Array.from(items),
      people: items.length,
      steps: 1,
      itemCount: 6,
      histories: items.map(() => new Uint32Array()),
      continuations: null,
    });
  for (const name of ['coverage', 'exposure_gini'] as const) {
    const without = choices.map((_, left) => summaryOf(choices.filter((__, n) => n !== left))[name].value!);
    const squares = sumOfSquaredDeviations(without);
    const half = 1.959964 * Math.sqrt(((choices.length - 1) / choices.length) * squares);
    const { value, low, high } = summaryOf(choices)[name];
    expect([low, high]).toEqual([expect.closeTo(value! - half), expect.closeTo(Math.min(1, value! + half))]);
  }
  expect(summaryOf([3])).toMatchObject({
    coverage: { value: 1 / 6, low: null, high: null },
    repeat_rate: { low: null },
  });
});
