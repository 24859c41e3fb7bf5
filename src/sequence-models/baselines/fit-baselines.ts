/** Fits the baselines that every model is compared with. All counts are of `split.train`. */
import type { LeftOutBaseline } from '../evaluation/evaluation-report.ts';
import type { Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import type { Split } from '../splits/split.ts';
import { nearestItemsRanker, recentItemsRanker } from './item-neighbours.ts';
import { itemSimilarity } from './item-similarity.ts';
import {
  fitLinearAutoencoder,
  linearAutoencoderName,
  linearAutoencoderRanker,
} from './linear-autoencoder.ts';
import { markov } from './markov.ts';
import { popularity, recentPopularity, recentPopularityName } from './popularity.ts';

export interface BaselineOptions {
  /** The largest catalogue, in items, for which EASE is fitted; 0 omits EASE. */
  readonly maxItemsForEase?: number;
  /** Threads of ONNX Runtime, for EASE. */
  readonly threads?: number;
  /** False if timestamps only give an order: a popularity of the last 30 days is then undefined. */
  readonly timesAreReal?: boolean;
}

export interface FittedBaselines {
  readonly baselines: readonly Ranker[];
  /** The baselines that were not fitted. A report lists them, because it makes no claim about them. */
  readonly leftOut: readonly LeftOutBaseline[];
}

const RECENCY = 1;
const DAYS = 30;

export async function fitBaselines(
  split: Split,
  { maxItemsForEase = 5000, threads = 1, timesAreReal = true }: BaselineOptions = {},
): Promise<FittedBaselines> {
  const { train } = split;
  const similarity = itemSimilarity(train);
  const baselines: Ranker[] = [popularity(train)];
  const leftOut: LeftOutBaseline[] = [];
  if (timesAreReal) baselines.push(recentPopularity(train, split.points?.testFromMs ?? endOf(train), DAYS));
  else
    leftOut.push({
      name: recentPopularityName(DAYS),
      reason: 'the timestamps of this dataset give the order alone',
    });
  baselines.push(nearestItemsRanker(similarity), recentItemsRanker(similarity, RECENCY), markov(train));
  const I = train.itemIds.length;
  if (I <= maxItemsForEase) {
    const fitted = await fitLinearAutoencoder(train, { threads });
    baselines.push(linearAutoencoderRanker(fitted, null), linearAutoencoderRanker(fitted, RECENCY));
  } else {
    const reason = `the catalogue has ${I} items; EASE is fitted up to ${maxItemsForEase}`;
    leftOut.push(...[null, RECENCY].map((recency) => ({ name: linearAutoencoderName(recency), reason })));
  }
  return { baselines, leftOut };
}

/** The moment after the last event, epoch milliseconds. */
function endOf({ timestampsMs }: Histories): number {
  return timestampsMs.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY) + 1;
}
