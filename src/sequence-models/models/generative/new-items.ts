/**
 * Probabilities of new items, which have no training events. The decoder's logits for their codes are
 * untrained, so they stand outside the trie. The distribution is a mixture:
 *
 *   p(item) = (1 - ν) · p_decoder(item) for items with training events, ν · p_content(item) for new items
 *
 * ν, the novelty share, is measured (`novelty-share.ts`). p_content is a softmax over the new items of their
 * content's similarity to the history's last items (`fit-content.ts`). It is exact and needs no decoder step.
 * Rejected alternatives: docs/design/decisions/sequence-models.md.
 *
 * I items, N new ones, W width of a content vector.
 */
import type { Beam, FoundItems } from './beam-search.ts';
import { normalized } from './child-log-probabilities.ts';

export interface Novelty {
  /** ν, 0..1, where there are both known and new items. */
  readonly share: number;
  /** null: no content weights were fitted, and all new items are equally likely. */
  readonly contents: ItemContents | null;
}

export interface ItemContents {
  /** Of all items, less their mean, row-major [I × W]. */
  readonly vectors: Float32Array;
  /** W */
  readonly width: number;
  readonly weights: ContentWeights;
}

/** Of the products with contents of the history, in the exponent. */
export interface ContentWeights {
  /** With its last item's. */
  readonly last: number;
  /** With the mean of its last items, five at most. */
  readonly recent: number;
}

const RECENT = 5;

export interface NewItems {
  /** [N] */
  readonly items: Uint32Array;
  /** The log-probabilities of the new items among the whole catalogue [N]. */
  logProbabilities(history: Uint32Array): Float64Array;
  /** log(1 - ν): what items of the trie have less. */
  readonly others: number;
}

export function newItems(known: Uint8Array, { share, contents }: Novelty): NewItems {
  const items = Uint32Array.from(known.keys()).filter((item) => known[item] === 0);
  const own = items.length === known.length ? 1 : items.length === 0 ? 0 : share;
  const logShare = Math.log(own);
  return {
    items,
    others: Math.log(1 - own),
    logProbabilities: (history) =>
      normalized(fits(history)).map((logProbability) => logProbability + logShare),
  };

  function fits(history: Uint32Array): Float64Array {
    if (contents === null) return new Float64Array(items.length);
    const wanted = wantedContent(contents, history);
    return Float64Array.from(items, (item) => fitOf(contents.vectors, wanted, item));
  }
}

/**
 * The best of both, as many as the beam is wide; ties by the beam's order. `logProbabilities`: of the new
 * ones [N].
 */
export function withNewItems(
  found: FoundItems,
  { items, others }: NewItems,
  logProbabilities: Float64Array,
  { width, order }: Beam,
): FoundItems {
  const floor = found.items.length < width ? Number.NEGATIVE_INFINITY : found.scores.at(-1)! + others;
  const all = Array.from(found.items, (item, at) => ({ item, score: found.scores[at]! + others }));
  for (const [at, item] of items.entries())
    if (logProbabilities[at]! >= floor) all.push({ item, score: logProbabilities[at]! });
  all.sort((a, b) => b.score - a.score || order[a.item]! - order[b.item]!);
  const best = all.slice(0, width);
  return {
    items: Uint32Array.from(best, ({ item }) => item),
    scores: Float64Array.from(best, ({ score }) => score),
  };
}

/** The vector whose product with an item's content is the item's exponent [W]; zeros for an empty history. */
export function wantedContent({ vectors, width, weights }: ItemContents, history: Uint32Array): Float64Array {
  const wanted = new Float64Array(width);
  const recent = history.subarray(Math.max(0, history.length - RECENT));
  for (const [place, item] of recent.entries()) {
    const weight = weights.recent / recent.length + (place === recent.length - 1 ? weights.last : 0);
    for (let w = 0; w < width; w++) wanted[w]! += weight * vectors[item * width + w]!;
  }
  return wanted;
}

export function fitOf(vectors: Float32Array, wanted: Float64Array, item: number): number {
  const W = wanted.length;
  let dot = 0;
  for (let w = 0; w < W; w++) dot += wanted[w]! * vectors[item * W + w]!;
  return dot;
}
