/**
 * Adds the parts of a blend to the network's scores. A score is the same in a ranking of all items and of
 * some: both are computed in doubles, in the same order.
 *
 * I items, C candidates.
 */
import {
  type BlendLinks,
  type BlendWeights,
  lengthShare,
  linkPartNames,
  linkParts,
  type PartName,
  weightAt,
} from './blend.ts';
import type { ItemLinks } from './item-links.ts';
import { LinkedScores } from './linked-scores.ts';
import { countFeature } from './recent-popularity.ts';

export interface BlendScorer {
  /**
   * Reads the additions of the parts after a history, which is not empty. `wanted`: to these items alone;
   * null: to all.
   */
  read(history: Uint32Array, wanted: Uint32Array | null): BlendReading;
  /**
   * Whether no part reads anything from the history, which is not empty: the network has no weight, and there
   * are no links. Items then rank by popularity.
   */
  isSilent(history: Uint32Array): boolean;
  /** Whether the network is not the only part. */
  readonly hasOthers: boolean;
  readonly memoryBytes: number;
}

/** Valid until the next call of `read`. */
export interface BlendReading {
  /** The weights of the network's score and of the popularity. */
  readonly network: number;
  readonly popular: number;
  /** Added to every score. */
  readonly offset: number;
  /** Recent popularity; null: it has no weight. */
  readonly recent: (RecentItems & { readonly weight: number }) | null;
  /** The items that links add to, and the added scores. */
  readonly linked: { readonly items: Uint32Array; readonly added: Float64Array };
  /** The blended score of an item, from the network's. */
  scoreOf(item: number, networkScore: number): number;
}

interface RecentItems {
  /** [I] */
  readonly feature: Float32Array;
  /** The items whose feature is above 0. */
  readonly items: Uint32Array;
  /** The largest feature. */
  readonly most: number;
}

export interface Blend {
  readonly weights: BlendWeights;
  /** The links of every part with a weight. */
  readonly links: BlendLinks;
  /** The decayed events of each item [I]; null if recent popularity has no weight. */
  readonly recentCounts: Float32Array | null;
}

/**
 * The weight of popularity where neither the network nor popularity has one: items that no link reaches would
 * else be equal, and rank by their ids. It is too small to change the order of other items.
 */
const TIE_WEIGHT = 1e-6;

/** `popularity`: its feature of each item [I]. */
export function openBlend({ weights, links, recentCounts }: Blend, popularity: Float32Array): BlendScorer {
  const I = popularity.length;
  const { offset = 0 } = weights;
  const recentlyTaken = recentCounts && recentItems(recentCounts);
  const parts = linkPartNames
    .filter((name) => weights.weights[name] !== undefined)
    .map((name) => ({ ...linkParts[name], name, links: links[linkParts[name].links]! }));
  const linked = new LinkedScores(I);
  const weightsFor = (history: Uint32Array) => {
    const lambda = lengthShare(history.length, weights.lengths);
    return (name: PartName) => {
      const weight = weights.weights[name];
      return weight === undefined ? 0 : weightAt(weight, lambda);
    };
  };
  const readLinks = (history: Uint32Array, wanted: Uint32Array | null) => {
    const weightOf = weightsFor(history);
    const own = parts.map((part) => ({ ...part, weight: weightOf(part.name) }));
    linked.read(
      history,
      own.filter(({ weight }) => weight > 0),
      wanted,
    );
  };

  return {
    hasOthers: Object.keys(weights.weights).some((name) => name !== 'network'),
    isSilent(history) {
      if (weightsFor(history)('network') > 0) return false;
      readLinks(history, null);
      return linked.items.every((item) => linked.addedTo(item) === 0);
    },
    read(history, wanted) {
      const weightOf = weightsFor(history);
      readLinks(history, wanted);
      const network = weightOf('network');
      const popular = Math.max(weightOf('popularity'), network > 0 ? 0 : TIE_WEIGHT);
      const recentWeight = weightOf('recent_popularity');
      const recent = recentWeight === 0 ? null : recentlyTaken && { ...recentlyTaken, weight: recentWeight };
      const recentPoints = (item: number) => (recent === null ? 0 : recent.weight * recent.feature[item]!);
      return {
        network,
        popular,
        offset,
        recent,
        linked,
        scoreOf: (item, score) =>
          network * score + linked.addedTo(item) + popular * popularity[item]! + recentPoints(item) + offset,
      };
    },
    memoryBytes: Object.values(links).reduce(
      (sum, part) => sum + bytesOf(part),
      LinkedScores.bytesAnItem * I + (recentlyTaken === null ? 0 : 8 * I + 4 * recentlyTaken.items.length),
    ),
  };
}

function recentItems(counts: Float32Array): RecentItems {
  const feature = countFeature(counts);
  const items = Uint32Array.from(feature.keys()).filter((item) => feature[item]! > 0);
  return { feature, items, most: feature.reduce((most, value) => Math.max(most, value), 0) };
}

function bytesOf({ offsets, items, weights }: ItemLinks): number {
  return offsets.byteLength + items.byteLength + weights.byteLength;
}
