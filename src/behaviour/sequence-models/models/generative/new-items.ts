/**
 * The probabilities of new items, which have no training events. The decoder's logits for their codes are
 * untrained, so new items are not in the trie. A new item resembles known ones by its content, and shares
 * their probability:
 *
 *   p(known j) = p_decoder(j) / (1 + Σ_i t_ij)        p(new i) = Σ_j p_decoder(j) · t_ij / (1 + Σ_i t_ij)
 *
 * t_ij = rate of i · weight of j among i's neighbours, where weights add up to 1 (`link-new-items.ts`). All
 * probabilities therefore add up to 1. A new item of rate 1 has the mean probability of its neighbours, in
 * each context. Where the decoder knows little, new items do not gain by it. Rates: `new-item-rates.ts`.
 * Rejected alternatives: docs/design/decisions/sequence-models.md.
 *
 * I items, N new items, M neighbours of an item.
 */
import type { Beam, FoundItems } from './beam-search.ts';

/** The links of new items in the model's files. */
export interface NewItemLinks {
  /** M; 0 if there are no new items, or no known ones. */
  readonly neighbourCount: number;
  /** Numbers of known items, row-major [N × M], new items ascending. */
  readonly neighbours: Uint32Array;
  /** t, row-major [N × M]. */
  readonly transfers: Float32Array;
}

export const noLinks: NewItemLinks = {
  neighbourCount: 0,
  neighbours: new Uint32Array(),
  transfers: new Float32Array(),
};

/** The mean share of probability that new items get, where known ones are as likely as `counts` says [I]. */
export function meanNewShare({ neighbours, transfers }: NewItemLinks, counts: ArrayLike<number>): number {
  const taken = new Float64Array(counts.length);
  for (const [link, item] of neighbours.entries()) taken[item]! += transfers[link]!;
  let [all, ofNew] = [0, 0];
  for (const [item, sum] of taken.entries()) {
    all += counts[item]!;
    ofNew += counts[item]! * (sum / (1 + sum));
  }
  return all === 0 ? 0 : ofNew / all;
}

export interface NewItems {
  /** The numbers of the new items, ascending [N]. */
  readonly items: Uint32Array;
  /**
   * The log-probabilities of known items after sharing, and those of the new items that have any of them as a
   * neighbour. `known`: numbers of known items, with their log-probabilities by the decoder in `scores`.
   */
  shared(known: Uint32Array, scores: ArrayLike<number>): SharedScores;
}

interface SharedScores {
  readonly known: Float64Array;
  /** -Infinity for an item without a neighbour among the known ones [N]. */
  readonly fresh: Float64Array;
}

/** `known`: 0 for a new item [I]. */
export function newItems(known: Uint8Array, links: NewItemLinks): NewItems {
  const items = Uint32Array.from(known.keys()).filter((item) => known[item] === 0);
  if (items.length === known.length) return onlyNew(items);
  const { starts, targets, transfers, logKept } = byNeighbour(known.length, links);
  return {
    items,
    shared: (found, scores) => {
      const fresh = new Float64Array(items.length).fill(Number.NEGATIVE_INFINITY);
      const kept = Float64Array.from(found, (item, at) => {
        const score = scores[at]! + logKept[item]!;
        for (let link = starts[item]!; link < starts[item + 1]!; link++) {
          const target = targets[link]!;
          fresh[target] = logSum(fresh[target]!, score + Math.log(transfers[link]!));
        }
        return score;
      });
      return { known: kept, fresh };
    },
  };
}

/** Without known items all are equally likely. */
function onlyNew(items: Uint32Array): NewItems {
  const fresh = new Float64Array(items.length).fill(-Math.log(items.length));
  return { items, shared: () => ({ known: new Float64Array(), fresh }) };
}

/** The links of known item j are those from `starts[j]` up to, not including, `starts[j + 1]`. */
function byNeighbour(I: number, { neighbours, transfers, neighbourCount }: NewItemLinks) {
  const starts = new Uint32Array(I + 1);
  for (const item of neighbours) starts[item + 1]!++;
  for (let item = 0; item < I; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice(0, I);
  const targets = new Uint32Array(neighbours.length);
  const sorted = new Float32Array(neighbours.length);
  const taken = new Float64Array(I);
  for (const [link, item] of neighbours.entries()) {
    const at = next[item]!++;
    targets[at] = Math.floor(link / neighbourCount);
    sorted[at] = transfers[link]!;
    taken[item]! += transfers[link]!;
  }
  return { starts, targets, transfers: sorted, logKept: taken.map((sum) => -Math.log1p(sum)) };
}

/** log(exp(a) + exp(b)) */
function logSum(a: number, b: number): number {
  const [more, less] = a > b ? [a, b] : [b, a];
  return less === Number.NEGATIVE_INFINITY ? more : more + Math.log1p(Math.exp(less - more));
}

/**
 * Merges known and new items: the most likely ones, as many as the beam is wide, ties by the beam's order. A
 * new item counts as far as its neighbours were found.
 */
export function withNewItems(found: FoundItems, fresh: NewItems, { width, order }: Beam): FoundItems {
  const shared = fresh.shared(found.items, found.scores);
  const all = Array.from(found.items, (item, at) => ({ item, score: shared.known[at]! }));
  for (const [at, item] of fresh.items.entries())
    if (shared.fresh[at] !== Number.NEGATIVE_INFINITY) all.push({ item, score: shared.fresh[at]! });
  all.sort((a, b) => b.score - a.score || order[a.item]! - order[b.item]!);
  const best = all.slice(0, width);
  return {
    items: Uint32Array.from(best, ({ item }) => item),
    scores: Float64Array.from(best, ({ score }) => score),
  };
}
