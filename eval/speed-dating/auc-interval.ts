/**
 * AUC of decisions, pooled and within each deciding person, and differences of two scorers, with 95 % intervals
 * over deciding people.
 */
import { areaUnderCurve } from '../../src/matching/learn/evaluate/area-under-curve.ts';
import {
  bootstrap,
  difference,
  type Interval,
  numberClusters,
  type Statistic,
} from '../../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { meanByCluster } from '../../src/matching/learn/evaluate/mean-by-cluster.ts';
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { mean } from '../../src/platform/numeric/statistics.ts';

type Decisions = Pick<LabelledPairs, 'seekers' | 'labels'>;
const DRAWS = 500;

/** Two scores of the same decisions [N]. */
export interface Compared {
  readonly scores: Float64Array;
  readonly others: Float64Array;
}

export function aucInterval(decisions: Decisions, scores: Float64Array): Interval {
  return over(decisions, pooledAuc(decisions, scores));
}

/** The share of pairs of one person's decisions, a yes and a no, in which the yes scores higher. */
export function withinInterval(decisions: Decisions, scores: Float64Array): Interval {
  return over(decisions, aucWithin(decisions, scores));
}

/** AUC by `scores` minus AUC by `others`, over the same draws of people; the mean of several foldings. */
export function aucDifference(decisions: Decisions, compared: readonly Compared[]): Interval {
  return meanDifference(decisions, compared, pooledAuc);
}

/** As `aucDifference`, within each person. */
export function withinDifference(decisions: Decisions, compared: readonly Compared[]): Interval {
  return meanDifference(decisions, compared, aucWithin);
}

/** As `0.812 (0.801 to 0.823)`. */
export function shown({ value, low, high }: Interval): string {
  return `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function meanDifference(
  decisions: Decisions,
  compared: readonly Compared[],
  auc: (decisions: Decisions, scores: Float64Array) => Statistic,
): Interval {
  const gains = compared.map(({ scores, others }) =>
    difference(auc(decisions, scores), auc(decisions, others)),
  );
  return over(decisions, (times) => mean(gains.map((gain) => gain(times))));
}

function over({ seekers }: Decisions, statistic: Statistic): Interval {
  const { count } = numberClusters(seekers);
  return bootstrap([statistic], { clusters: count, draws: DRAWS })[0]!;
}

function pooledAuc({ seekers, labels }: Decisions, scores: Float64Array): Statistic {
  const { clusters } = numberClusters(seekers);
  return areaUnderCurve({ scores, labels, weights: new Float64Array(labels.length).fill(1), clusters });
}

function aucWithin({ seekers, labels }: Decisions, scores: Float64Array): Statistic {
  const { clusters, count } = numberClusters(seekers);
  const rows = Array.from({ length: count }, (): number[] => []);
  for (const [n, cluster] of clusters.entries()) rows[cluster]!.push(n);
  const each = rows.map((own) => {
    const chosen = own.filter((n) => labels[n] === 1);
    const refused = own.filter((n) => labels[n] === 0);
    const wins = chosen.flatMap((yes) =>
      refused.map((no) => (1 + Math.sign(scores[yes]! - scores[no]!)) / 2),
    );
    return { auc: wins.length === 0 ? Number.NaN : mean(wins), pairs: wins.length };
  });
  return meanByCluster(
    Float64Array.from(each, ({ auc }) => auc),
    Float64Array.from(each, ({ pairs }) => pairs),
    Uint32Array.from(each.keys()),
  );
}
