import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaUnderCurve, type ScoredLabels } from './area-under-curve.ts';
import { expectedCalibrationError, reliabilityTable } from './calibration.ts';
import { logLoss } from './log-loss.ts';
import { coverage, gini } from './measure-exposure.ts';
import { hitRateAt, ndcgAt, slateHitRate, slateNdcg } from './slates.ts';

interface Row {
  readonly score: number;
  readonly label: number;
  readonly weight: number;
  readonly cluster: number;
}

const columns = (rows: readonly Row[]): ScoredLabels => ({
  scores: Float64Array.from(rows, ({ score }) => score),
  labels: Uint8Array.from(rows, ({ label }) => label),
  weights: Float64Array.from(rows, ({ weight }) => weight),
  clusters: Uint32Array.from(rows, ({ cluster }) => cluster),
});
const all = (clusters: number) => new Float64Array(clusters).fill(1);
const plain = (scores: readonly number[], labels: readonly number[]) =>
  columns(scores.map((score, n) => ({ score, label: labels[n]!, weight: 1, cluster: 0 })));

const CLUSTERS = 4;
/** Few distinct scores, so that ties are common. */
const anyRow = fc.record({
  score: fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10),
  label: fc.integer({ min: 0, max: 1 }),
  weight: fc.integer({ min: 1, max: 5 }),
  cluster: fc.integer({ min: 0, max: CLUSTERS - 1 }),
});
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 40 });
const anyTimes = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: CLUSTERS, maxLength: CLUSTERS })
  .map((times) => Float64Array.from(times));

/** A draw written out: each row as often as its cluster was drawn. */
const repeated = (rows: readonly Row[], times: Float64Array) =>
  rows.flatMap((row) => Array.from({ length: times[row.cluster]! }, () => row));

describe('AUC', () => {
  it('is the share of pairs in the right order, by hand', () => {
    expect(areaUnderCurve(plain([0.9, 0.8, 0.7, 0.1], [1, 0, 1, 0]))(all(1))).toBe(3 / 4);
    expect(areaUnderCurve(plain([1, 2, 3], [1, 0, 0]))(all(1))).toBe(0);
  });

  it('counts a tie as half', () => {
    expect(areaUnderCurve(plain([0.5, 0.5, 0.5], [1, 0, 0]))(all(1))).toBe(0.5);
    expect(areaUnderCurve(plain([0.5, 0.5, 0.2], [1, 0, 0]))(all(1))).toBe(0.75);
  });

  it('is NaN where one kind is missing', () => {
    expect(areaUnderCurve(plain([0.1, 0.2], [1, 1]))(all(1))).toBeNaN();
  });

  it('equals the comparison of every pair with every other, weighted and drawn', () => {
    fc.assert(
      fc.property(anyRows, anyTimes, (rows, times) => {
        const drawn = repeated(rows, times);
        let wins = 0;
        let mass = 0;
        for (const row of drawn.filter(({ label }) => label === 1)) {
          for (const other of drawn.filter(({ label }) => label === 0)) {
            const weight = row.weight * other.weight;
            mass += weight;
            wins += weight * (row.score > other.score ? 1 : row.score === other.score ? 0.5 : 0);
          }
        }
        const found = areaUnderCurve(columns(rows))(times);
        if (mass === 0) expect(found).toBeNaN();
        else expect(found).toBeCloseTo(wins / mass, 10);
      }),
    );
  });
});

describe('log loss', () => {
  it('is ln 2 for a coin, and bounded for a sure mistake', () => {
    expect(logLoss(plain([0.5, 0.5], [1, 0]))(all(1))).toBeCloseTo(Math.LN2, 12);
    expect(logLoss(plain([0], [1]))(all(1))).toBeCloseTo(13.8155, 3);
  });

  it('equals the weighted mean over the drawn rows', () => {
    fc.assert(
      fc.property(anyRows, anyTimes, (rows, times) => {
        const drawn = repeated(rows, times);
        const mass = drawn.reduce((sum, { weight }) => sum + weight, 0);
        const loss = drawn.reduce(
          (sum, { score, label, weight }) => sum - weight * Math.log(label === 1 ? score : 1 - score),
          0,
        );
        const found = logLoss(columns(rows))(times);
        if (mass === 0) expect(found).toBeNaN();
        else expect(found).toBeCloseTo(loss / mass, 10);
      }),
    );
  });
});

describe('calibration', () => {
  it('is the mean distance between given and observed, by hand', () => {
    const scored = plain([0.2, 0.2, 0.8, 0.8], [0, 1, 1, 1]);
    expect(expectedCalibrationError(scored, 2)(all(1))).toBeCloseTo((0.3 + 0.2) / 2, 12);
    expect(reliabilityTable(scored, 2)).toEqual([
      { pairs: 2, from: 0.2, to: 0.2, given: 0.2, observed: 0.5 },
      { pairs: 2, from: 0.8, to: 0.8, given: 0.8, observed: 1 },
    ]);
  });

  it('cuts bins of equal mass and never parts equal scores', () => {
    const tens = plain(
      Array.from({ length: 100 }, (_, n) => (n + 0.5) / 100),
      Array.from({ length: 100 }, () => 0),
    );
    expect(reliabilityTable(tens).map(({ pairs }) => pairs)).toEqual(Array(10).fill(10));
    expect(reliabilityTable(plain(Array(50).fill(0.3), Array(50).fill(0)))).toHaveLength(1);
  });

  it('agrees with the table: the error is the mean gap of the bins by mass', () => {
    fc.assert(
      fc.property(anyRows, (given) => {
        const rows = given.map((row) => ({ ...row, weight: 1 }));
        const table = reliabilityTable(columns(rows));
        const gaps = table.reduce((sum, bin) => sum + bin.pairs * Math.abs(bin.given - bin.observed), 0);
        expect(table.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(rows.length);
        expect(expectedCalibrationError(columns(rows))(all(CLUSTERS))).toBeCloseTo(gaps / rows.length, 10);
      }),
    );
  });
});

describe('slates', () => {
  const scores = (...values: number[]) => Float64Array.from(values);

  it('nDCG by hand: the one gain in second place', () => {
    expect(slateNdcg(scores(3, 2, 1), scores(0, 1, 0), 3)).toBeCloseTo(1 / Math.log2(3), 12);
    expect(slateNdcg(scores(3, 2, 1), scores(0, 0, 1), 2)).toBe(0);
    expect(slateNdcg(scores(3, 2, 1), scores(0, 0, 0), 3)).toBeNaN();
  });

  it('hit rate by hand, also where a tie straddles the cut', () => {
    expect(slateHitRate(scores(3, 2, 1), scores(0, 1, 0), 1)).toBe(0);
    expect(slateHitRate(scores(3, 2, 1), scores(0, 1, 0), 2)).toBe(1);
    expect(slateHitRate(scores(1, 1, 1, 1), scores(0, 1, 0, 0), 1)).toBe(0.25);
    expect(slateHitRate(scores(1, 1, 1), scores(1, 1, 0), 2)).toBe(1);
  });

  it('nDCG of many gains, which is sorted, is the sum of each gain at the mean discount of its ties', () => {
    const row = fc.record({ score: fc.integer({ min: 0, max: 9 }), gain: fc.integer({ min: 1, max: 2 }) });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 21, maxLength: 50 }),
        fc.integer({ min: 1, max: 60 }),
        (slate, k) => {
          const discount = (rank: number) => (rank < k ? 1 / Math.log2(rank + 2) : 0);
          const dcg = slate.reduce((sum, { score, gain }) => {
            const above = slate.filter((other) => other.score > score).length;
            const ties = slate.filter((other) => other.score === score).length;
            const ranks = Array.from({ length: ties }, (_, n) => above + n);
            return sum + (gain * ranks.reduce((all, rank) => all + discount(rank), 0)) / ties;
          }, 0);
          const best = slate.map(({ gain }) => gain).sort((a, b) => b - a);
          const ideal = best.reduce((sum, gain, rank) => sum + gain * discount(rank), 0);
          const given = [slate.map(({ score }) => score), slate.map(({ gain }) => gain)] as const;
          expect(slateNdcg(scores(...given[0]), scores(...given[1]), k)).toBeCloseTo(dcg / ideal, 10);
        },
      ),
    );
  });

  it('are the mean over all orders of the ties', () => {
    const anySlate = fc.array(
      fc.record({ score: fc.integer({ min: 0, max: 2 }), gain: fc.integer({ min: 0, max: 2 }) }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(anySlate, fc.integer({ min: 1, max: 6 }), (slate, k) => {
        fc.pre(slate.some(({ gain }) => gain > 0));
        const orders = permutations(slate).filter((order) =>
          order.every(({ score }, n) => n === 0 || order[n - 1]!.score >= score),
        );
        const dcg = (gains: readonly number[]) =>
          gains.slice(0, k).reduce((sum, gain, n) => sum + gain / Math.log2(n + 2), 0);
        const ideal = dcg(slate.map(({ gain }) => gain).sort((a, b) => b - a));
        const mean = (of: (order: typeof slate) => number) =>
          orders.reduce((sum, order) => sum + of(order), 0) / orders.length;
        const given = [
          Float64Array.from(slate, ({ score }) => score),
          Float64Array.from(slate, ({ gain }) => gain),
        ] as const;
        expect(slateNdcg(...given, k)).toBeCloseTo(
          mean((order) => dcg(order.map(({ gain }) => gain)) / ideal),
          10,
        );
        const hit = mean((order) => Number(order.slice(0, k).some(({ gain }) => gain > 0)));
        expect(slateHitRate(...given, k)).toBeCloseTo(hit, 10);
      }),
    );
  });

  it('average slates, those with nothing to find left out, each as often as its seeker was drawn', () => {
    const slates = {
      scores: scores(2, 1, 2, 1, 1),
      gains: scores(1, 0, 0, 1, 0),
      starts: Uint32Array.of(0, 2, 4, 5),
      clusters: Uint32Array.of(0, 1, 1),
    };
    expect(hitRateAt(1, slates)(Float64Array.of(1, 1))).toBe(0.5);
    expect(hitRateAt(1, slates)(Float64Array.of(3, 1))).toBe(0.75);
    expect(ndcgAt(2, slates)(Float64Array.of(0, 2))).toBeCloseTo(1 / Math.log2(3), 12);
  });
});

describe('exposure', () => {
  it('Gini by hand', () => {
    expect(gini(Float64Array.of(2, 2, 2))).toBe(0);
    expect(gini(Float64Array.of(0, 0, 0, 8))).toBe(0.75);
    expect(gini(Float64Array.of(1, 3))).toBe(0.25);
    expect(coverage(Float64Array.of(0, 5, 1, 0))).toBe(0.5);
  });

  it('equals half the relative mean difference of all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }), (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        fc.pre(total > 0);
        let apart = 0;
        for (const count of counts) for (const other of counts) apart += Math.abs(count - other);
        expect(gini(Float64Array.from(counts))).toBeCloseTo(apart / (2 * counts.length * total), 10);
      }),
    );
  });
});

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, n) =>
    permutations([...values.slice(0, n), ...values.slice(n + 1)]).map((rest) => [value, ...rest]),
  );
}
