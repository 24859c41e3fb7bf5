import { describe, expect, it } from 'vitest';
import { randomUniform } from '../../../platform/numeric/random-streams.ts';
import type { HistoryBatch, ScoringRanker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { recentCounts } from '../models/sequential/blend/recent-popularity.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { nearestItemsRanker } from './item-neighbours.ts';
import { itemSimilarity } from './item-similarity.ts';
import { fitLinearAutoencoder, linearAutoencoderRanker } from './linear-autoencoder.ts';
import { markov } from './markov.ts';
import { ownFrequency } from './own-frequency.ts';
import { popularity } from './popularity.ts';

const ITEMS = 6;
const DAY_MS = 86_400_000;

/** 20 people with three to five different items; the last item is turned down by all. */
const rows = Array.from({ length: 20 }, (_, person) =>
  [...new Set(Array.from(randomUniform(person, 'rows', 5), (x) => Math.floor(5 * x))), 5].map(
    (item, n) => [item, n * DAY_MS] as const,
  ),
);
const plain = historiesOfRows(ITEMS, rows);
const weights = Float32Array.from(plain.items, (item, at) => (item === 5 ? 0 : at % 3 === 0 ? 4 : 0.5));
const weighted: Histories = { ...plain, weights };
const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
const relative = Array.from(weights, (weight) => weight / mean);

const batch = (items: readonly number[], ofEvents?: readonly number[]): HistoryBatch => ({
  offsets: Uint32Array.of(0, items.length),
  items: Uint32Array.from(items),
  timestampsMs: new Float64Array(items.length),
  momentsMs: new Float64Array(1),
  ...(ofEvents && { weights: Float32Array.from(ofEvents) }),
});
const scores = async (ranker: ScoringRanker, of = batch([2, 0])) => [...(await ranker.score(of))];
const each = (make: (item: number) => number) => Array.from({ length: ITEMS }, (_, item) => make(item));
const sumWhere = (isCounted: (at: number) => boolean) =>
  relative.reduce((sum, weight, at) => sum + (isCounted(at) ? weight : 0), 0);

/** The parts that count, each fitted to the histories. */
const parts: Readonly<Record<string, (train: Histories) => Promise<readonly number[]>>> = {
  popularity: (train) => scores(popularity(train)),
  'recent popularity': async (train) => [...recentCounts(train, 3)],
  'item-kNN': (train) => scores(nearestItemsRanker(itemSimilarity(train))),
  'Markov-1': (train) => scores(markov(train)),
  EASE: async (train) =>
    scores(linearAutoencoderRanker(await fitLinearAutoencoder(train, { ridge: 5 }), null)),
};

describe.each(Object.entries(parts))('%s', (_, fitted) => {
  it('is the same to the last bit where all events have one weight', async () => {
    const one = new Float32Array(plain.items.length).fill(2);
    expect(await fitted({ ...plain, weights: one })).toEqual(await fitted(plain));
  });

  it('counts nothing for an item that all have turned down', async () => {
    expect((await fitted(plain))[5]).toBeGreaterThan(0);
    expect((await fitted(weighted))[5]).toBe(0);
  });

  it('does not depend on the scale of the weights', async () => {
    const larger = await fitted({ ...plain, weights: weights.map((weight) => 8 * weight) });
    for (const [item, score] of (await fitted(weighted)).entries())
      expect(larger[item]).toBeCloseTo(score, 5);
  });
});

it('popularity adds up weights, and a transition has the weight of its second event', async () => {
  const counts = each((item) => sumWhere((at) => plain.items[at] === item));
  for (const [item, score] of (await scores(popularity(weighted))).entries())
    expect(score).toBeCloseTo(counts[item]!, 10);
  const firsts = new Set(plain.offsets);
  const followed = each((item) =>
    sumWhere((at) => !firsts.has(at) && plain.items[at] === item && plain.items[at - 1] === 0),
  );
  const [most, least] = [Math.max(...counts), 0.5 / mean];
  for (const [item, score] of (await scores(markov(weighted))).entries())
    expect(score).toBeCloseTo(followed[item]! + (least * counts[item]!) / (most + 1), 10);
});

it('neighbours have the cosine of their weights, and own events count by theirs', async () => {
  const weightOf = (person: number, item: number) => {
    const at = rows[person]!.findIndex(([own]) => own === item);
    return at < 0 ? 0 : relative[plain.offsets[person]! + at]!;
  };
  const product = (a: number, b: number) =>
    rows.reduce((sum, _, person) => sum + weightOf(person, a) * weightOf(person, b), 0);
  const { items, cosines } = itemSimilarity(weighted).row(0);
  expect([...items].sort()).toEqual([1, 2, 3, 4]);
  for (const [n, item] of items.entries())
    expect(cosines[n]).toBeCloseTo(product(0, item) / Math.sqrt(product(0, 0) * product(item, item)), 10);
  const own = await scores(ownFrequency(weighted), batch([3, 1, 3, 2], [0.5, 4, 0.5, 0]));
  expect(own.map((score) => Math.floor(2 * score))).toEqual([0, 8, 0, 2, 0, 0]);
});
