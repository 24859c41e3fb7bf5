/**
 * How the probability of a node of the trie is shared among its children: by the decoder's logits, among the children
 * that were learned from.
 *
 * Of a child under which all items are new the decoder knows nothing: nobody ever went there, and its logit is chance. So
 * where new children stand beside others, a plain model of content shares between the two kinds: a child's weight is the
 * number of its items times e^(sharpness · state · content), averaged over its items, where state · content is how well
 * the texts of the items fit what the state expects (`fit-content.ts`). The new ones together get their weight's share,
 * each by its weight; the others share the rest as the decoder says. Where nothing is known of contents, a new item is
 * worth an average one.
 *
 * I items, D width, K codes of a step.
 */
import type { CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';

export interface NodeShares {
  /** Whether the node's children cannot be shared between without the decoder's logits. */
  needsDecoder(step: number, node: number): boolean;
  /** Log-shares of the node's children, in their order; logits [K] where they are needed. Valid until the next call. */
  logShares(step: number, node: number, logits: Float32Array | null, state: Float32Array): Float64Array;
}

export interface ItemContents {
  /** Row-major [I × D]. */
  readonly values: Float32Array;
  /** Of the exponent. */
  readonly sharpness: number;
}

export interface Knowledge {
  /** Codes of each step that the decoder has logits for; a number beyond counts as the last. */
  readonly sizes: readonly number[];
  /** 1: learned from [I]; default: all. */
  readonly known?: Uint8Array;
  /** null: nothing is known of contents. */
  readonly contents?: ItemContents | null;
}

export function nodeShares(trie: CodeTrie, { sizes, known, contents = null }: Knowledge): NodeShares {
  const knownItems = countBelow(trie, (item) => known?.[item] ?? 1);
  const items = countBelow(trie, () => 1);
  const fits = contents === null ? null : contentsOfNodes(trie, contents, knownItems);
  const widest = trie.children.reduce((most, of) => Math.max(most, widestOf(of)), 0);
  const shares = new Float64Array(widest);
  return { needsDecoder, logShares };

  function needsDecoder(step: number, node: number): boolean {
    const [children, below] = [trie.children[step]!, knownItems[step + 1]!];
    let count = 0;
    for (let child = children[node]!; child < children[node + 1]!; child++)
      if (below[child]! > 0 && ++count > 1) return true;
    return false;
  }

  function logShares(step: number, node: number, logits: Float32Array | null, state: Float32Array) {
    const [first, end] = [trie.children[step]![node]!, trie.children[step]![node + 1]!];
    const own = shares.subarray(0, end - first);
    const [codes, below] = [trie.codes[step]!, knownItems[step + 1]!];
    const last = sizes[step]! - 1;
    let newcomers = 0;
    for (let child = first; child < end; child++) {
      if (below[child] === 0) newcomers++;
      own[child - first] =
        below[child] === 0 ? Number.NEGATIVE_INFINITY : (logits?.[Math.min(codes[child]!, last)] ?? 0);
    }
    normalize(own);
    if (newcomers > 0) shareWithNewcomers(step, first, own, state);
    return own;
  }

  /** `own`: log-shares among the children that are not new, -Infinity of the others. */
  function shareWithNewcomers(step: number, first: number, own: Float64Array, state: Float32Array): void {
    const weights = Float64Array.from(own, (_, nth) => {
      const child = first + nth;
      return Math.log(items[step + 1]![child]!) + (fits?.(step + 1, child, state) ?? 0);
    });
    const all = logSum(weights);
    const others = logSum(weights.filter((_, nth) => own[nth]! > Number.NEGATIVE_INFINITY)) - all;
    for (let nth = 0; nth < own.length; nth++)
      own[nth] = own[nth]! > Number.NEGATIVE_INFINITY ? own[nth]! + others : weights[nth]! - all;
  }
}

/** Σ over the items below, by depth and node. */
function countBelow(trie: CodeTrie, of: (item: number) => number): readonly Uint32Array[] {
  const counts: Uint32Array[] = [Uint32Array.from(trie.items, of)];
  for (let depth = trie.steps - 1; depth >= 0; depth--) {
    const [children, below] = [trie.children[depth]!, counts[0]!];
    const sums = new Uint32Array(children.length - 1);
    for (let node = 0; node < sums.length; node++)
      for (let child = children[node]!; child < children[node + 1]!; child++) sums[node]! += below[child]!;
    counts.unshift(sums);
  }
  return counts;
}

/** Gives the exponent of a node; kept for the children of nodes that have a new child, the only ones that are asked. */
function contentsOfNodes(trie: CodeTrie, { values, sharpness }: ItemContents, known: readonly Uint32Array[]) {
  const D = values.length / Math.max(1, trie.nodeOfItem[0]!.length);
  const starts = firstItems(trie);
  const means = new Map<number, Float32Array>();
  const key = (depth: number, node: number) => node * (trie.steps + 1) + depth;
  for (let step = 0; step < trie.steps; step++) {
    const children = trie.children[step]!;
    for (let node = 0; node + 1 < children.length; node++) {
      const range = Array.from(
        { length: children[node + 1]! - children[node]! },
        (_, nth) => children[node]! + nth,
      );
      if (!range.some((child) => known[step + 1]![child] === 0)) continue;
      for (const child of range)
        means.set(
          key(step + 1, child),
          meanOf(trie, values, D, starts[step + 1]![child]!, starts[step + 1]![child + 1]!),
        );
    }
  }
  return (depth: number, node: number, state: Float32Array): number => {
    const mean = means.get(key(depth, node))!;
    let dot = 0;
    for (let d = 0; d < D; d++) dot += state[d]! * mean[d]!;
    return sharpness * dot;
  };
}

function meanOf(
  { items }: CodeTrie,
  values: Float32Array,
  D: number,
  from: number,
  to: number,
): Float32Array {
  const mean = new Float32Array(D);
  for (let at = from; at < to; at++)
    for (let d = 0; d < D; d++) mean[d]! += values[items[at]! * D + d]! / (to - from);
  return mean;
}

/** By depth, where each node's items begin in `trie.items`, and their end. */
function firstItems(trie: CodeTrie): readonly Uint32Array[] {
  const starts = [Uint32Array.from({ length: trie.items.length + 1 }, (_, at) => at)];
  for (let depth = trie.steps - 1; depth >= 0; depth--)
    starts.unshift(trie.children[depth]!.map((child) => starts[0]![child]!));
  return starts;
}

function widestOf(children: Uint32Array): number {
  let widest = 0;
  for (let node = 0; node + 1 < children.length; node++)
    widest = Math.max(widest, children[node + 1]! - children[node]!);
  return widest;
}

function normalize(logs: Float64Array): void {
  const total = logSum(logs);
  if (total === Number.NEGATIVE_INFINITY) return;
  for (let at = 0; at < logs.length; at++) logs[at]! -= total;
}

function logSum(logs: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of logs) most = Math.max(most, value);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (const value of logs) sum += Math.exp(value - most);
  return most + Math.log(sum);
}
