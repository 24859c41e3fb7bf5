import { inverse, Matrix } from 'ml-matrix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUniform } from '../../../platform/numeric/random-streams.ts';
import type { HistoryBatch, Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { temporalSplit } from '../splits/temporal-split.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { createAutoencoderFits } from './autoencoder-fits.ts';
import { fitBaselines } from './fit-baselines.ts';
import { invertMatrix } from './invert-matrix.ts';
import { nearestItemsRanker, recentItemsRanker } from './item-neighbours.ts';
import { itemSimilarity } from './item-similarity.ts';
import { fitLinearAutoencoder, linearAutoencoderRanker } from './linear-autoencoder.ts';
import { markov } from './markov.ts';
import { type OpenMultiply, openMultiply } from './open-multiply.ts';
import { hasRepeats, ownFrequency } from './own-frequency.ts';
import { popularity, recentPopularity } from './popularity.ts';

const DAY_MS = 86_400_000;
const ITEMS = 15;

/** 30 people with up to seven different items each. */
const rows = Array.from({ length: 30 }, (_, person) => {
  const uniform = randomUniform(person, 'rows', 7);
  const items = [...new Set(Array.from(uniform, (x) => Math.floor((ITEMS - 1) * x * x)))];
  return items.map((item, n) => [item, (40 * person + n) * DAY_MS] as const);
});
const train = historiesOfRows(ITEMS, rows);
const sets = rows.map((row) => new Set(row.map(([item]) => item)));
const histories = [[3, 0, 1], [5], [14, 2]];

const batchOf = (lists: readonly (readonly number[])[]): HistoryBatch => {
  let end = 0;
  const items = Uint32Array.from(lists.flat());
  return {
    offsets: Uint32Array.from([0, ...lists.map(({ length }) => (end += length))]),
    items,
    timestampsMs: new Float64Array(items.length),
    momentsMs: new Float64Array(lists.length),
  };
};

/** Scores by history and item [B][I]. */
async function scoresOf(ranker: Ranker, lists = histories): Promise<readonly (readonly number[])[]> {
  if (!('score' in ranker)) throw new Error('expected scores');
  const scores = await ranker.score(batchOf(lists));
  return lists.map((_, row) => [...scores.subarray(row * ITEMS, (row + 1) * ITEMS)]);
}

const each = <T>(make: (item: number) => T) => Array.from({ length: ITEMS }, (_, item) => make(item));
const having = (...items: readonly number[]) =>
  sets.filter((set) => items.every((item) => set.has(item))).length;
const cosine = (a: number, b: number) =>
  a === b || having(a, b) === 0 ? 0 : having(a, b) / Math.sqrt(having(a) * having(b));

const expectClose = (
  found: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  digits = 10,
) => {
  for (const [row, scores] of expected.entries())
    for (const [item, score] of scores.entries()) expect(found[row]![item]).toBeCloseTo(score, digits);
};

describe('baselines equal their plain definitions', () => {
  it('popularity, all and recent', async () => {
    const counts = each((item) => having(item));
    expect(await scoresOf(popularity(train))).toEqual(histories.map(() => counts));
    const toMs = 29 * 40 * DAY_MS;
    const recent = each(
      (item) =>
        rows.flat().filter(([one, ms]) => one === item && ms < toMs && ms >= toMs - 60 * DAY_MS).length,
    );
    expect(recent.some((count) => count > 0)).toBe(true);
    expect(await scoresOf(recentPopularity(train, toMs, 60))).toEqual(histories.map(() => recent));
  });

  it('own most frequent counts the history, and popularity breaks ties', async () => {
    const [found] = await scoresOf(ownFrequency(train), [[3, 0, 3]]);
    const total = 1 + each(having).reduce((sum, count) => sum + count, 0);
    const counts = each((item) => [3, 0, 3].filter((one) => one === item).length + having(item) / total);
    expect(found).toEqual(counts);
    expect([hasRepeats(train), hasRepeats(historiesOfRows(2, [[[1, 0]], [[1, 0]]]))]).toEqual([false, false]);
    expect(
      hasRepeats(
        historiesOfRows(2, [
          [
            [1, 0],
            [1, 5],
          ],
        ]),
      ),
    ).toBe(true);
  });

  it('own most frequent with recency weighs each basket by the later ones', async () => {
    const timestampsMs = Float64Array.of(1, 2, 2, 3);
    const scores = await ownFrequency(train, 0.5).score({ ...batchOf([[3, 0, 3, 0]]), timestampsMs });
    expect(scores[3]).toBeCloseTo(0.25 + 0.5, 6);
    expect(scores[0]).toBeCloseTo(0.5 + 1, 6);
    const others = each((item) => item).filter((item) => item !== 0 && item !== 3);
    expect(Math.max(...others.map((item) => scores[item]!))).toBeLessThan(1e-20);
    for (const item of others) expect(scores[item]! > 0).toBe(having(item) > 0);
  });

  it('Markov-1 counts the successors of the last item, and popularity breaks ties', async () => {
    const most = Math.max(...each((item) => having(item)));
    const expected = histories.map((history) =>
      each((item) => {
        const followed = rows.flatMap((row) =>
          row.filter(([one], n) => one === item && row[n - 1]?.[0] === history.at(-1)),
        );
        return followed.length + having(item) / (most + 1);
      }),
    );
    expectClose(await scoresOf(markov(train)), expected);
  });

  it('item-kNN: the candidate’s nearest items count if they are in the history', async () => {
    const nearest = each((candidate) =>
      each((item) => item)
        .filter((item) => cosine(candidate, item) > 0)
        .sort((a, b) => cosine(candidate, b) - cosine(candidate, a) || a - b)
        .slice(0, 3),
    );
    const expected = histories.map((history) =>
      each((candidate) =>
        history
          .filter((item) => nearest[candidate]!.includes(item))
          .reduce((sum, item) => sum + cosine(candidate, item), 0),
      ),
    );
    expectClose(await scoresOf(nearestItemsRanker(itemSimilarity(train), 3)), expected);
  });

  it('item-kNN with recency: all items of the history count, the last one most', async () => {
    const expected = histories.map((history) =>
      each((candidate) =>
        history.reduce(
          (sum, item, at) => sum + Math.exp(-(history.length - 1 - at) / 2) * cosine(candidate, item),
          0,
        ),
      ),
    );
    expectClose(await scoresOf(recentItemsRanker(itemSimilarity(train), 2)), expected);
  });

  it('EASE, by the formula of its paper', async () => {
    const x = new Matrix(sets.map((set) => each((item) => Number(set.has(item)))));
    const p = inverse(x.transpose().mmul(x).add(Matrix.eye(ITEMS).mul(20)));
    const weight = (from: number, to: number) => (from === to ? 0 : -p.get(from, to) / p.get(to, to));
    const fitted = await fitLinearAutoencoder(train, { ridge: 20 });
    const expected = (tau: number | null) =>
      histories.map((history) =>
        each((item) =>
          history.reduce((sum, from, at) => {
            const back = history.length - 1 - at;
            return sum + (tau === null ? 1 : Math.exp(-back / tau)) * weight(from, item);
          }, 0),
        ),
      );
    expectClose(await scoresOf(linearAutoencoderRanker(fitted, null)), expected(null), 5);
    expectClose(await scoresOf(linearAutoencoderRanker(fitted, 1)), expected(1), 5);
  });
});

describe('all baselines', () => {
  it('are fitted only on the events before the split', async () => {
    const split = temporalSplit(train);
    const { baselines, leftOut } = await fitBaselines(split);
    expect(leftOut).toEqual([]);
    expect(baselines.map(({ name }) => name)).toEqual([
      'popularity',
      'popularity, last 30 days',
      'item-kNN',
      'item-kNN, recency',
      'Markov-1',
      'EASE',
      'EASE, recency',
    ]);
    const later = withoutFuture(train, split.points!.testFromMs);
    const { baselines: others } = await fitBaselines({ ...split, train: later });
    for (const [n, ranker] of baselines.entries())
      expect(await scoresOf(ranker)).toEqual(await scoresOf(others[n]!));
  });

  it('omit baselines that the data does not allow, and report which and why', async () => {
    const { baselines, leftOut } = await fitBaselines(temporalSplit(train), {
      ease: { maxItems: 2 },
      timesAreReal: false,
    });
    expect(baselines.map(({ name }) => name)).toEqual([
      'popularity',
      'item-kNN',
      'item-kNN, recency',
      'Markov-1',
    ]);
    expect(leftOut).toEqual([
      { name: 'popularity, last 30 days', reason: expect.stringMatching(/timestamps/) },
      { name: 'EASE', reason: expect.stringMatching(/items have events; EASE is fitted up to 2/) },
      { name: 'EASE, recency', reason: expect.stringMatching(/items have events; EASE is fitted up to 2/) },
    ]);
  });
});

describe('fits of EASE', () => {
  it('are shared by all that need one of the same histories', async () => {
    const autoencoders = createAutoencoderFits();
    const { reasonAgainst, fit: fitOnce } = autoencoders;
    expect(reasonAgainst(train, { maxMemoryBytes: 1 })).toMatch(/EASE needs/);
    const fitted = await fitOnce(train, { threads: 1 });
    expect(await fitOnce(train, { threads: 1 })).toBe(fitted);
    // The weights are there already, so that no memory is needed for them.
    expect(reasonAgainst(train, { maxMemoryBytes: 1 })).toBeNull();
    expect(reasonAgainst({ ...train }, { maxMemoryBytes: 1 })).toMatch(/EASE needs/);
    const later = await fitOnce({ ...train }, { threads: 1 });
    expect(later).not.toBe(fitted);
    expect(later.weights).toEqual(fitted.weights);
  });
});

/** The same people without their events from the moment on. */
function withoutFuture({ itemIds }: Histories, fromMs: number): Histories {
  return historiesOfRows(
    itemIds.length,
    rows.map((row) => row.filter(([, ms]) => ms < fromMs)),
  );
}

describe('the inverse by blocks', () => {
  let product: OpenMultiply;
  beforeAll(async () => {
    product = await openMultiply();
  });
  afterAll(() => product.close());

  it('times the matrix is the identity, at even and odd sizes', async () => {
    for (const n of [1, 127, 257, 600]) {
      const x = randomUniform(n, 'x', n * n);
      const matrix = new Float32Array(n * n);
      for (let row = 0; row < n; row++)
        for (let column = 0; column < n; column++) {
          let sum = row === column ? 0.1 * n : 0;
          for (let at = 0; at < n; at++) sum += (x[at * n + row]! - 0.5) * (x[at * n + column]! - 0.5);
          matrix[row * n + column] = sum;
        }
      const inverted = matrix.slice();
      await invertMatrix(inverted, n, product.multiply);
      const back = await product.multiply(matrix, inverted, { m: n, k: n, n });
      for (let at = 0; at < back.length; at++)
        if (Math.abs(back[at]! - Number(at % (n + 1) === 0)) > 1e-3)
          expect.fail(`${n}: ${at} is ${back[at]}`);
    }
  });

  it('refuses a singular matrix', async () => {
    await expect(invertMatrix(Float32Array.of(1, 2, 2, 1), 2, product.multiply)).rejects.toThrow(
      'not positive definite',
    );
  });
});
