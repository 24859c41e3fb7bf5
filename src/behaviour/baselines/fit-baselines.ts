/** What every model is printed beside. All counts are of `split.train`. */
import type { Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import type { Split } from '../splits/split.ts';
import { itemLikeness } from './item-likeness.ts';
import { nearestItemsRanker, recentItemsRanker } from './item-neighbours.ts';
import { fitLinearAutoencoder, linearAutoencoderRanker } from './linear-autoencoder.ts';
import { markov } from './markov.ts';
import { popularity, recentPopularity } from './popularity.ts';

export interface BaselineOptions {
  /** Catalogues up to this many items get EASE too; 0 leaves it out. */
  readonly mostItemsOfEase?: number;
  /** Of ONNX Runtime, for EASE. */
  readonly threads?: number;
  /** False where timestamps give the order alone: then the last 30 days mean nothing. */
  readonly timesAreReal?: boolean;
}

const RECENCY = 1;

export async function fitBaselines(
  split: Split,
  { mostItemsOfEase = 5000, threads = 1, timesAreReal = true }: BaselineOptions = {},
): Promise<readonly Ranker[]> {
  const { train } = split;
  const likeness = itemLikeness(train);
  const rankers: Ranker[] = [popularity(train)];
  if (timesAreReal) rankers.push(recentPopularity(train, split.points?.testFromMs ?? endOf(train)));
  rankers.push(nearestItemsRanker(likeness), recentItemsRanker(likeness, RECENCY), markov(train));
  if (train.itemIds.length <= mostItemsOfEase) {
    const fitted = await fitLinearAutoencoder(train, { threads });
    rankers.push(linearAutoencoderRanker(fitted, null), linearAutoencoderRanker(fitted, RECENCY));
  }
  return rankers;
}

/** Just after the last event. */
function endOf({ timestampsMs }: Histories): number {
  return timestampsMs.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY) + 1;
}
