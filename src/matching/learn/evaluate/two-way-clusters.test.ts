import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { standardDeviation } from '../../../platform/numeric/statistics.ts';
import { areaUnderCurve } from './area-under-curve.ts';
import { aucInfluence } from './auc-influence.ts';
import { clusteredError, clustersOf, quantileFor } from './two-way-clusters.ts';

const [SEEKERS, CANDIDATES] = [40, 40];

/** Every seeker with every candidate; a value is an effect of each, and chance. */
function grid(seed: number, effects: number) {
  const random = new SeededRandom(seed);
  const column = (length: number, deviation: number) =>
    Float64Array.from({ length }, () => deviation * random.normal());
  const [ofSeeker, ofCandidate] = [column(SEEKERS, effects), column(CANDIDATES, effects)];
  const rows = Array.from({ length: SEEKERS * CANDIDATES }, (_, n) => n);
  const pairs = {
    people: rows.map(String),
    seekers: Uint32Array.from(rows, (n) => Math.floor(n / CANDIDATES)),
    candidates: Uint32Array.from(rows, (n) => SEEKERS + (n % CANDIDATES)),
  };
  const values = Float64Array.from(
    rows,
    (n) => ofSeeker[Math.floor(n / CANDIDATES)]! + ofCandidate[n % CANDIDATES]! + random.normal(),
  );
  return { pairs, values, clusters: clustersOf(pairs, new Float64Array(rows.length).fill(1)) };
}

/** Standard deviation of the sum over many worlds, and the mean error that one world tells. */
function compare(effects: number) {
  const worlds = Array.from({ length: 150 }, (_, n) => grid(100 + n, effects));
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const errors = worlds.map(({ values, clusters }) => {
    const middle = total(values) / values.length;
    return clusteredError(
      values.map((value) => value - middle),
      clusters,
    );
  });
  const found = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return found / standardDeviation(worlds.map(({ values }) => total(values)));
}

describe('two-way clusters', () => {
  it('tell the standard error of a sum, with effects of seekers and candidates and without', () => {
    for (const effects of [0, 0.5]) {
      expect(compare(effects)).toBeGreaterThan(0.85);
      expect(compare(effects)).toBeLessThan(1.15);
    }
  });

  it('count both directions of a pair as one cluster', () => {
    const pairs = {
      people: ['a', 'b', 'c', 'd'],
      seekers: Uint32Array.of(0, 1, 2),
      candidates: Uint32Array.of(1, 0, 3),
    };
    const clusters = clustersOf(pairs, Float64Array.of(1, 1, 1));
    expect([...clusters.pairs]).toEqual([0, 0, 1]);
    expect(clusteredError(Float64Array.of(1, 1, 1), clusters)).toBeCloseTo(Math.sqrt(5), 12);
    // The two directions cancel out here; the error is never below that of independent rows.
    expect(clusteredError(Float64Array.of(1, -1, 1), clusters)).toBeCloseTo(Math.sqrt(3), 12);
  });

  it('are worth less where a few are heavy', () => {
    const seekers = Uint32Array.from({ length: 100 }, (_, n) => (n < 80 ? 0 : n));
    const pairs = { people: [], seekers, candidates: Uint32Array.from({ length: 100 }, (_, n) => 200 + n) };
    const { effectiveSeekers, effectiveCandidates } = clustersOf(pairs, new Float64Array(100).fill(1));
    expect(effectiveSeekers).toBeCloseTo(100 ** 2 / (80 ** 2 + 20), 9);
    expect(effectiveCandidates).toBeCloseTo(100, 9);
  });

  it('take quantiles of Student’s t from tables, and prove nothing with fewer than three seekers', () => {
    for (const [degrees, quantile] of [
      [10, 3.169],
      [30, 2.75],
      [1e6, 2.576],
    ] as const) {
      const half = degrees / 2 + 1;
      expect(quantileFor({ effectiveSeekers: half, effectiveCandidates: half })).toBeCloseTo(quantile, 2);
    }
    expect(quantileFor({ effectiveSeekers: 2.9, effectiveCandidates: 1000 })).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the influence of pairs on AUC', () => {
  it('is what AUC moves by where a pair weighs a little more; ties count half', () => {
    const random = new SeededRandom(9);
    const scores = Float64Array.from({ length: 60 }, () => random.below(12));
    const labels = Uint8Array.from(scores, (score) => Number(random.below(12) < score));
    const weights = Float64Array.from(scores, () => 0.5 + random.uniform());
    const clusters = Uint32Array.from(scores.keys());
    const auc = areaUnderCurve({ scores, labels, weights, clusters });
    const ones = new Float64Array(60).fill(1);
    const found = aucInfluence({ scores, labels, weights });
    expect(found.auc).toBeCloseTo(auc(ones), 12);
    for (const n of clusters) {
      const [more, less] = [1e-5, -1e-5].map((by) => auc(ones.with(n, 1 + by)));
      expect(found.influences[n]).toBeCloseTo((more! - less!) / 2e-5, 7);
    }
  });

  it('is undefined where one kind of label is missing', () => {
    const { auc } = aucInfluence({
      scores: Float64Array.of(1, 2),
      labels: Uint8Array.of(1, 1),
      weights: Float64Array.of(1, 1),
    });
    expect(auc).toBeNaN();
  });
});
