/** Fits the baselines with which every model is compared, on `split.train`. */
import type { LeftOutBaseline } from '../evaluation/evaluation-report.ts';
import type { Ranker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import type { Split } from '../splits/split.ts';
import { type AutoencoderFits, createAutoencoderFits } from './autoencoder-fits.ts';
import { nearestItemsRanker, recentItemsRanker } from './item-neighbours.ts';
import { itemSimilarity } from './item-similarity.ts';
import {
  type AutoencoderBounds,
  linearAutoencoderName,
  linearAutoencoderRanker,
} from './linear-autoencoder.ts';
import { markov } from './markov.ts';
import { hasRepeats, ownFrequency } from './own-frequency.ts';
import { popularity, recentPopularity, recentPopularityName } from './popularity.ts';

export interface BaselineOptions {
  /** The bounds within which EASE is fitted. */
  readonly ease?: AutoencoderBounds;
  /** Fits of EASE that may exist already. */
  readonly autoencoders?: AutoencoderFits;
  /** Threads of ONNX Runtime, for EASE. */
  readonly threads?: number;
  /** False if timestamps only give an order, which leaves the last 30 days undefined. Default true. */
  readonly timesAreReal?: boolean;
}

export interface FittedBaselines {
  readonly baselines: readonly Ranker[];
  /** The baselines that were not fitted, with the reason, for the report. */
  readonly leftOut: readonly LeftOutBaseline[];
}

/** τ of the baselines with recency (`item-weights.ts`). */
const RECENCY = 1;
/** How much a basket weighs relative to the next one, in what a person took most often: that of TIFU-KNN. */
const DECAY = 0.9;
/** The days of recent popularity. */
const DAYS = 30;

/** Throws `signal.reason`. */
export async function fitBaselines(
  split: Split,
  {
    ease = {},
    threads = 1,
    timesAreReal = true,
    autoencoders = createAutoencoderFits(),
  }: BaselineOptions = {},
  signal?: AbortSignal,
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
  if (hasRepeats(split.test.histories)) baselines.push(ownFrequency(train), ownFrequency(train, DECAY));
  baselines.push(nearestItemsRanker(similarity), recentItemsRanker(similarity, RECENCY), markov(train));
  const reason = autoencoders.reasonAgainst(train, ease);
  if (reason === null) {
    const fitted = await autoencoders.fit(train, {
      threads,
      ...(signal === undefined ? {} : { signal }),
    });
    baselines.push(linearAutoencoderRanker(fitted, null), linearAutoencoderRanker(fitted, RECENCY));
  } else {
    leftOut.push(...[null, RECENCY].map((recency) => ({ name: linearAutoencoderName(recency), reason })));
  }
  return { baselines, leftOut };
}

/** The moment after the last event, milliseconds since 1970. */
function endOf({ timestampsMs }: Histories): number {
  return timestampsMs.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY) + 1;
}
