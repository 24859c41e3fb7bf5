/** What every model is printed beside. All counts are of `split.train`. */
import type { LeftOutBaseline } from '../evaluation/evaluation-report.ts';
import type { Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import type { Split } from '../splits/split.ts';
import { itemLikeness } from './item-likeness.ts';
import { nearestItemsRanker, recentItemsRanker } from './item-neighbours.ts';
import {
  fitLinearAutoencoder,
  linearAutoencoderName,
  linearAutoencoderRanker,
} from './linear-autoencoder.ts';
import { markov } from './markov.ts';
import { popularity, recentPopularity, recentPopularityName } from './popularity.ts';

export interface BaselineOptions {
  /** Catalogues up to this many items get EASE too; 0 leaves it out. */
  readonly mostItemsOfEase?: number;
  /** Of ONNX Runtime, for EASE. */
  readonly threads?: number;
  /** False where timestamps give the order alone: then the last 30 days mean nothing. */
  readonly timesAreReal?: boolean;
}

export interface FittedBaselines {
  readonly baselines: readonly Ranker[];
  /** A report names them: a model is not above what it was not compared with. */
  readonly leftOut: readonly LeftOutBaseline[];
}

const RECENCY = 1;
const DAYS = 30;

export async function fitBaselines(
  split: Split,
  { mostItemsOfEase = 5000, threads = 1, timesAreReal = true }: BaselineOptions = {},
): Promise<FittedBaselines> {
  const { train } = split;
  const likeness = itemLikeness(train);
  const baselines: Ranker[] = [popularity(train)];
  const leftOut: LeftOutBaseline[] = [];
  if (timesAreReal) baselines.push(recentPopularity(train, split.points?.testFromMs ?? endOf(train), DAYS));
  else
    leftOut.push({
      name: recentPopularityName(DAYS),
      reason: 'the timestamps of this dataset give the order alone',
    });
  baselines.push(nearestItemsRanker(likeness), recentItemsRanker(likeness, RECENCY), markov(train));
  const I = train.itemIds.length;
  if (I <= mostItemsOfEase) {
    const fitted = await fitLinearAutoencoder(train, { threads });
    baselines.push(linearAutoencoderRanker(fitted, null), linearAutoencoderRanker(fitted, RECENCY));
  } else {
    const reason = `the catalogue has ${I} items; EASE is fitted up to ${mostItemsOfEase}`;
    leftOut.push(...[null, RECENCY].map((recency) => ({ name: linearAutoencoderName(recency), reason })));
  }
  return { baselines, leftOut };
}

/** Just after the last event. */
function endOf({ timestampsMs }: Histories): number {
  return timestampsMs.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY) + 1;
}
