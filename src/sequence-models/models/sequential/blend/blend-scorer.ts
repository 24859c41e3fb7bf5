/**
 * Adds the parts of a blend to the network's scores. A score is the same in a ranking of all items and of some:
 * both are computed in doubles, in the same order.
 *
 * I items, C candidates.
 */
import {
  type BlendLinks,
  type BlendWeights,
  lengthShare,
  linkFeature,
  linkPartNames,
  linkParts,
  type PartName,
  weightAt,
} from './blend.ts';
import { type ItemLinks, LinkSums } from './item-links.ts';

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
}

/** `popularity`: its feature of each item [I]. */
export function openBlend({ weights, links }: Blend, popularity: Float32Array): BlendScorer {
  const I = popularity.length;
  const parts = linkPartNames
    .filter((name) => weights.weights[name] !== undefined)
    .map((name) => ({ name, sums: new LinkSums(links[linkParts[name].links]!, linkParts[name].reads) }));
  /** The sum of the parts with links; 0 except for items touched by the last history [I]. */
  const linked = new Float64Array(I);

  return {
    blendAll(history, scores) {
      const [network, popular] = begin(history);
      for (let item = 0; item < I; item++)
        scores[item] = network * scores[item]! + linked[item]! + popular * popularity[item]!;
    },
    blendSome(history, candidates, scores) {
      const [network, popular] = begin(history);
      for (const [at, item] of candidates.entries())
        scores[at] = network * scores[at]! + linked[item]! + popular * popularity[item]!;
    },
    memoryBytes: Object.values(links).reduce((sum, one) => sum + bytesOf(one), (8 + 13 * parts.length) * I),
  };

  /** Fills `linked`; returns the weights of the network and of popularity. */
  function begin(history: Uint32Array): readonly [number, number] {
    const lambda = lengthShare(history.length, weights.lengths);
    const weightOf = (name: PartName) => {
      const weight = weights.weights[name];
      return weight === undefined ? 0 : weightAt(weight, lambda);
    };
    for (const { sums } of parts) for (const item of sums.touched) linked[item] = 0;
    for (const { name, sums } of parts) {
      const weight = weightOf(name);
      sums.add(weight === 0 ? NO_HISTORY : history);
      for (const item of sums.touched) linked[item]! += weight * linkFeature(name, sums.sums[item]!);
    }
    return [weightOf('network'), weightOf('popularity')];
  }
}

const NO_HISTORY = new Uint32Array();

function bytesOf({ offsets, items, weights }: ItemLinks): number {
  return offsets.byteLength + items.byteLength + weights.byteLength;
}
