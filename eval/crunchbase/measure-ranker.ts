/**
 * Hit rate@50 and nDCG@50 of a ranker over a market, ranking every company that the investor does not hold.
 */
import {
  bootstrap,
  difference,
  type Interval,
  type Statistic,
} from '../../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { meanByCluster } from '../../src/matching/learn/evaluate/mean-by-cluster.ts';
import { slateHitRate, slateNdcg } from '../../src/matching/learn/evaluate/slates.ts';
import type { Ranker } from './baselines.ts';
import type { Market } from './market.ts';

export const TOP = 50;

export interface Measured {
  readonly name: string;
  readonly hitRate: Statistic;
  readonly ndcg: Statistic;
  /** The plain values, for choosing settings. */
  readonly values: { readonly hitRate: number; readonly ndcg: number };
}

/**
 * Each investor counts once; the clusters of the statistics are the investors in the order of `market.next`.
 */
export function measureRanker(name: string, market: Market, ranker: Ranker): Measured {
  const hits: number[] = [];
  const gains: number[] = [];
  for (const [investor, found] of market.next) {
    const all = ranker(investor);
    const isOpen = (_: number, company: number) => !market.held[investor]!.has(company);
    const scores = all.filter(isOpen);
    const worth = all.map((_, company) => Number(found.has(company))).filter(isOpen);
    hits.push(slateHitRate(scores, worth, TOP));
    gains.push(slateNdcg(scores, worth, TOP));
  }
  const [hitRate, ndcg] = [perInvestor(hits), perInvestor(gains)];
  const once = new Float64Array(market.next.size).fill(1);
  return { name, hitRate, ndcg, values: { hitRate: hitRate(once), ndcg: ndcg(once) } };
}

export interface MeasuredRow {
  readonly name: string;
  readonly hitRate: Interval;
  readonly ndcg: Interval;
  /** The gain of the list's last ranker over this one, on the same draws. */
  readonly hitRateGain: Interval;
  readonly ndcgGain: Interval;
}

export function compareToLast(measured: readonly Measured[], market: Market): readonly MeasuredRow[] {
  const last = measured.at(-1)!;
  const statistics = measured.flatMap((one) => [
    one.hitRate,
    one.ndcg,
    difference(last.hitRate, one.hitRate),
    difference(last.ndcg, one.ndcg),
  ]);
  const intervals = bootstrap(statistics, { clusters: market.next.size });
  return measured.map(({ name }, n) => {
    const [hitRate, ndcg, hitRateGain, ndcgGain] = intervals.slice(4 * n, 4 * n + 4) as [
      Interval,
      Interval,
      Interval,
      Interval,
    ];
    return { name, hitRate, ndcg, hitRateGain, ndcgGain };
  });
}

function perInvestor(values: readonly number[]): Statistic {
  return meanByCluster(
    Float64Array.from(values),
    new Float64Array(values.length).fill(1),
    Uint32Array.from(values.keys()),
  );
}
