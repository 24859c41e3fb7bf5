/**
 * The probabilities of new items, which have no training events. The decoder's logits for their codes are
 * untrained, so new items are not in the trie. The distribution is a mixture:
 *
 *   p(item) = (1 - ν) · p_decoder(item) for known items, ν · p_content(item) for new items
 *
 * ν, the novelty share, is measured (`novelty-share.ts`). p_content is a softmax over the new items: the
 * logit is the weighted similarity of an item's content to the contents of the history's last items
 * (`fit-content.ts`). It needs no decoder step. Rejected alternatives:
 * docs/design/decisions/sequence-models.md.
 *
 * I items, N new items, W width of a content vector.
 */
import type { Beam, FoundItems } from './beam-search.ts';
import { normalizeLogs } from './child-log-probabilities.ts';

export interface Novelty {
  /** ν, 0..1; ignored unless the catalogue has both known and new items. */
  readonly share: number;
  /** null: no weights were fitted, and all new items are equally likely. */
  readonly contents: ItemContents | null;
}

export interface ItemContents {
  /** The centred content vectors of all items, row-major [I × W]. */
  readonly vectors: Float32Array;
  /** W */
  readonly width: number;
  readonly weights: ContentWeights;
}

/** The weights of two dot products with an item's content; their sum is the item's logit. */
export interface ContentWeights {
  /** The weight of the product with the content of the history's last item. */
  readonly last: number;
  /** The weight of the product with the mean content of the history's last five items. */
  readonly recent: number;
}

const RECENT = 5;

export interface NewItems {
  /** The numbers of the new items, ascending [N]. */
  readonly items: Uint32Array;
  /** The log-probabilities of the new items among the whole catalogue [N]. */
  logProbabilities(history: Uint32Array): Float64Array;
  /** log(1 - ν), which is added to the log-probabilities of known items. */
  readonly logKnownShare: number;
}

/** `known`: 0 for a new item [I]. */

export function newItems(known: Uint8Array, { share, contents }: Novelty): NewItems {
  const items = Uint32Array.from(known.keys()).filter((item) => known[item] === 0);
  const newShare = items.length === known.length ? 1 : items.length === 0 ? 0 : share;
  const logShare = Math.log(newShare);
  return {
    items,
    logKnownShare: Math.log(1 - newShare),
    logProbabilities: (history) =>
      normalizeLogs(logits(history)).map((logProbability) => logProbability + logShare),
  };

  function logits(history: Uint32Array): Float64Array {
    if (contents === null) return new Float64Array(items.length);
    const wanted = wantedContent(contents, history);
    return Float64Array.from(items, (item) => fitOf(contents.vectors, wanted, item));
  }
}

/**
 * Merges known and new items: the most likely ones, as many as the beam is wide, ties by the beam's order.
 * `logProbabilities`: those of the new items [N].
 */
export function withNewItems(
  found: FoundItems,
  { items, logKnownShare }: NewItems,
  logProbabilities: Float64Array,
  { width, order }: Beam,
): FoundItems {
  const threshold =
    found.items.length < width ? Number.NEGATIVE_INFINITY : found.scores.at(-1)! + logKnownShare;
  const all = Array.from(found.items, (item, at) => ({ item, score: found.scores[at]! + logKnownShare }));
  for (const [at, item] of items.entries())
    if (logProbabilities[at]! >= threshold) all.push({ item, score: logProbabilities[at]! });
  all.sort((a, b) => b.score - a.score || order[a.item]! - order[b.item]!);
  const best = all.slice(0, width);
  return {
    items: Uint32Array.from(best, ({ item }) => item),
    scores: Float64Array.from(best, ({ score }) => score),
  };
}

/**
 * The vector whose dot product with an item's content is the item's logit [W]; zeros for an empty history.
 */
export function wantedContent({ vectors, width, weights }: ItemContents, history: Uint32Array): Float64Array {
  const wanted = new Float64Array(width);
  const recent = history.subarray(Math.max(0, history.length - RECENT));
  for (const [index, item] of recent.entries()) {
    const weight = weights.recent / recent.length + (index === recent.length - 1 ? weights.last : 0);
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
