import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { areaUnderCurve } from './area-under-curve.ts';
import { bootstrap, difference, numberClusters } from './cluster-bootstrap.ts';
import { meanByCluster } from './mean-by-cluster.ts';

const ones = (count: number) => new Float64Array(count).fill(1);

describe('cluster bootstrap', () => {
  it('gives the standard error that theory gives for a mean of independent clusters', () => {
    const random = new SeededRandom(3);
    const values = Float64Array.from({ length: 400 }, () => 2 * random.normal());
    const [interval] = bootstrap([meanByCluster(values, ones(400), Uint32Array.from(values.keys()))], {
      clusters: 400,
    });
    expect(interval!.standardError).toBeGreaterThan(0.085);
    expect(interval!.standardError).toBeLessThan(0.115);
    expect(interval!.high - interval!.low).toBeCloseTo(3.92 * interval!.standardError, 1);
  });

  it('widens where the decisions of one seeker go together', () => {
    const random = new SeededRandom(5);
    const ofSeeker = Float64Array.from({ length: 50 }, () => random.uniform());
    const values = Float64Array.from({ length: 1000 }, (_, n) => ofSeeker[Math.floor(n / 20)]!);
    const alone = meanByCluster(values, ones(1000), Uint32Array.from(values.keys()));
    const together = meanByCluster(
      values,
      ones(1000),
      Uint32Array.from(values, (_, n) => Math.floor(n / 20)),
    );
    const [narrow] = bootstrap([alone], { clusters: 1000 });
    const [wide] = bootstrap([together], { clusters: 50 });
    expect(wide!.standardError).toBeGreaterThan(3 * narrow!.standardError);
  });

  it('holds the true value in about 95 of 100 intervals', () => {
    let held = 0;
    for (let trial = 0; trial < 200; trial++) {
      const random = new SeededRandom(100 + trial);
      const values = Float64Array.from({ length: 60 }, () => random.normal());
      const mean = meanByCluster(values, ones(60), Uint32Array.from(values.keys()));
      const [interval] = bootstrap([mean], { clusters: 60, draws: 400, seed: trial });
      if (interval!.low <= 0 && interval!.high >= 0) held++;
    }
    expect(held).toBeGreaterThan(200 * 0.89);
    expect(held).toBeLessThan(200 * 0.99);
  });

  it('draws the same for paired statistics: a difference to itself is exactly zero', () => {
    const scores = Float64Array.of(0.1, 0.7, 0.4, 0.9);
    const labels = Uint8Array.of(0, 1, 1, 0);
    const auc = () =>
      areaUnderCurve({ scores, labels, weights: ones(4), clusters: Uint32Array.of(0, 0, 1, 1) });
    const [interval] = bootstrap([difference(auc(), auc())], { clusters: 2 });
    expect(interval).toMatchObject({ value: 0, low: 0, high: 0 });
  });

  it('is the same for the same seed, and tells where no draw gives a number', () => {
    const values = Float64Array.of(1, 2, 4);
    const mean = meanByCluster(values, ones(3), Uint32Array.of(0, 1, 2));
    const once = bootstrap([mean], { clusters: 3, seed: 9 });
    expect(bootstrap([mean], { clusters: 3, seed: 9 })).toEqual(once);
    expect(bootstrap([mean], { clusters: 3, seed: 10 })).not.toEqual(once);
    expect(bootstrap([() => Number.NaN], { clusters: 3 })[0]!.low).toBeNaN();
  });

  it('numbers clusters in order of first sight', () => {
    expect(numberClusters(Uint32Array.of(7, 3, 7))).toEqual({ clusters: Uint32Array.of(0, 1, 0), count: 2 });
  });
});
