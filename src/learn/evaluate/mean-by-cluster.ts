/** The mean of what was measured once a pair or a slate, by cluster: the common part of all metrics that are means. */
import type { Statistic } from './cluster-bootstrap.ts';

/** Weighted mean of `values` [N]; NaN values are left out with their weight. NaN where nothing is left. */
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
