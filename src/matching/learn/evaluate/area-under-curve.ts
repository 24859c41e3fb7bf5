/** AUC: how often a chosen pair scores above a refused one; ties count half. */
import type { Statistic } from './cluster-bootstrap.ts';

/** Input of most metrics. N pairs. */
export interface ScoredLabels {
  /** Finite; higher is likelier [N]. */
  readonly scores: Float64Array;
  /** 0 or 1 [N]. */
  readonly labels: Uint8Array;
  /** Above 0 [N]. */
  readonly weights: Float64Array;
  /** Cluster (seeker) of the pair [N]. */
  readonly clusters: Uint32Array;
}

/**
 * Weighted probability that a chosen pair scores above a refused one: 0.5 for chance, NaN where one kind is
 * missing. Sorts once; each draw then takes one pass (Mann-Whitney form).
 */
export function areaUnderCurve({ scores, labels, weights, clusters }: ScoredLabels): Statistic {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!);
  const cluster = order.map((row) => clusters[row]!);
  const weight = Float64Array.from(order, (row) => weights[row]!);
  const chosen = Uint8Array.from(order, (row) => labels[row]!);
  const tieEnds = Uint8Array.from(order, (row, n) => Number(scores[row] !== scores[order[n + 1] ?? -1]));
  return (times) => {
    let below = 0;
    let positives = 0;
    let wins = 0;
    let tiedPositives = 0;
    let tiedNegatives = 0;
    for (let n = 0; n < cluster.length; n++) {
      const mass = weight[n]! * times[cluster[n]!]!;
      if (chosen[n] === 1) tiedPositives += mass;
      else tiedNegatives += mass;
      if (tieEnds[n] === 0) continue;
      wins += tiedPositives * (below + tiedNegatives / 2);
      below += tiedNegatives;
      positives += tiedPositives;
      tiedPositives = 0;
      tiedNegatives = 0;
    }
    return wins / (positives * below);
  };
}
