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
  linkPartNames,
  linkParts,
  type PartName,
  weightAt,
} from './blend.ts';
import type { ItemLinks } from './item-links.ts';
import { LinkedScores } from './linked-scores.ts';

export interface BlendScorer {
  /** What the parts add after a history, which is not empty. `wanted`: to these items alone; null: to all. */
  read(history: Uint32Array, wanted: Uint32Array | null): BlendReading;
  readonly memoryBytes: number;
}

/** Valid until the next call of `read`. */
export interface BlendReading {
  /** The weights of the network's score and of the popularity. */
  readonly network: number;
  readonly popular: number;
  /** The items that links add to; what they add. */
  readonly linked: { readonly items: Uint32Array; readonly added: Float64Array };
  /** The blended score of an item, from the network's. */
  scoreOf(item: number, networkScore: number): number;
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
    .map((name) => ({ ...linkParts[name], name, links: links[linkParts[name].links]! }));
  const linked = new LinkedScores(I);

  return {
    read(history, wanted) {
      const lambda = lengthShare(history.length, weights.lengths);
      const weightOf = (name: PartName) => {
        const weight = weights.weights[name];
        return weight === undefined ? 0 : weightAt(weight, lambda);
      };
      const own = parts.map((part) => ({ ...part, weight: weightOf(part.name) }));
      linked.read(
        history,
        own.filter(({ weight }) => weight > 0),
        wanted,
      );
      const [network, popular] = [weightOf('network'), weightOf('popularity')];
      return {
        network,
        popular,
        linked,
        scoreOf: (item, score) => network * score + linked.addedTo(item) + popular * popularity[item]!,
      };
    },
    memoryBytes: Object.values(links).reduce((sum, one) => sum + bytesOf(one), LinkedScores.bytesAnItem * I),
  };
}

function bytesOf({ offsets, items, weights }: ItemLinks): number {
  return offsets.byteLength + items.byteLength + weights.byteLength;
}
