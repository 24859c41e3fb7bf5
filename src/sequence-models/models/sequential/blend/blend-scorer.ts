/**
 * Adds the parts of a blend to the network's scores. A score is the same in a ranking of all items and of some:
 * both are computed in doubles, in the same order.
 *
 * I items, C candidates.
 */
import {
  type BlendLinks,
  type BlendWeights,
  countPartNames,
  lengthShare,
  linkFeature,
  linkPartNames,
  linkParts,
  type PartName,
  weightAt,
} from './blend.ts';
import { type ItemLinks, LinkSums } from './item-links.ts';
import { countFeature } from './recent-popularity.ts';

export interface BlendScorer {
  /** Replaces the network's scores of all items [I]. The history is not empty. */
  blendAll(history: Uint32Array, scores: Float32Array): void;
  /** Replaces the network's scores of the candidates [C]. */
  blendSome(history: Uint32Array, candidates: Uint32Array, scores: Float32Array): void;
  readonly memoryBytes: number;
}

export interface Blend {
  readonly weights: BlendWeights;
  /** Those of every part with a weight. */
  readonly links: BlendLinks;
  /** The decayed events of each item [I]; null if recent popularity has no weight. */
  readonly recentCounts: Float32Array | null;
}

/** `popularity`: its feature of each item [I]. */
export function openBlend({ weights, links, recentCounts }: Blend, popularity: Float32Array): BlendScorer {
  const I = popularity.length;
  const counted = {
    popularity,
    recent_popularity: recentCounts === null ? null : countFeature(recentCounts),
  };
  const parts = linkPartNames
    .filter((name) => weights.weights[name] !== undefined)
    .map((name) => ({ name, sums: new LinkSums(links[linkParts[name].links]!, linkParts[name].reads) }));
  /** The sum of the parts with links; 0 outside a call [I]. */
  const linked = new Float64Array(I);

  return {
    blendAll(history, scores) {
      const { network, counts, own } = begin(history);
      for (const { name, weight, sums } of own)
        for (const item of sums.touched) linked[item]! += weight * linkFeature(name, sums.sums[item]!);
      for (const { weight, feature } of counts)
        for (let item = 0; item < I; item++) linked[item]! += weight * feature[item]!;
      for (let item = 0; item < I; item++) scores[item] = network * scores[item]! + linked[item]!;
      if (counts.length > 0) linked.fill(0);
      else for (const { sums } of own) for (const item of sums.touched) linked[item] = 0;
    },
    blendSome(history, candidates, scores) {
      const { network, counts, own } = begin(history);
      for (const [at, item] of candidates.entries()) {
        let sum = 0;
        for (const { name, weight, sums } of own) sum += weight * linkFeature(name, sums.sums[item]!);
        for (const { weight, feature } of counts) sum += weight * feature[item]!;
        scores[at] = network * scores[at]! + sum;
      }
    },
    memoryBytes: Object.values(links).reduce(
      (sum, one) => sum + bytesOf(one),
      (8 + 13 * parts.length) * I + 2 * (recentCounts?.byteLength ?? 0),
    ),
  };

  /** The weights after this history, and the parts that have one, those with links with their sums. */
  function begin(history: Uint32Array) {
    const lambda = lengthShare(history.length, weights.lengths);
    const weightOf = (name: PartName) => {
      const weight = weights.weights[name];
      return weight === undefined ? 0 : weightAt(weight, lambda);
    };
    const own = parts
      .map((part) => ({ ...part, weight: weightOf(part.name) }))
      .filter(({ weight }) => weight > 0);
    for (const { sums } of own) sums.add(history);
    const counts = countPartNames.flatMap((name) => {
      const [weight, feature] = [weightOf(name), counted[name]];
      return weight > 0 && feature !== null ? [{ weight, feature }] : [];
    });
    return { network: weightOf('network'), counts, own };
  }
}

function bytesOf({ offsets, items, weights }: ItemLinks): number {
  return offsets.byteLength + items.byteLength + weights.byteLength;
}
