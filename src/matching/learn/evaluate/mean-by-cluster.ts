/** Mean of a value a pair or slate, by cluster; shared by all metrics that are means. */
import type { Statistic } from './cluster-bootstrap.ts';

/** Weighted mean of `values` [N]; ignores NaN values. NaN without any value. */
export function meanByCluster(values: Float64Array, weights: Float64Array, clusters: Uint32Array): Statistic {
  const count = clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0);
  const sums = new Float64Array(count);
  const masses = new Float64Array(count);
  for (const [n, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    sums[clusters[n]!]! += value * weights[n]!;
    masses[clusters[n]!]! += weights[n]!;
  }
  return (times) => {
    let sum = 0;
    let mass = 0;
    for (let cluster = 0; cluster < count; cluster++) {
      sum += sums[cluster]! * times[cluster]!;
      mass += masses[cluster]! * times[cluster]!;
    }
    return sum / mass;
  };
}
