/**
 * Divides a node's probability among its children: a softmax of the decoder's logits over the codes that
 * exist. K codes of a step; a code beyond K counts as the last.
 */
import { type CodeTrie, childCount } from '../../../semantic-ids/trie/code-trie.ts';

/** A node with one child needs no decoder: the child is sure. */
export function needsDecoder(trie: CodeTrie, step: number, node: number): boolean {
  return childCount(trie, step, node) > 1;
}

/** Log-shares of the children, in their order; logits [K] where they are needed. */
export function childLogProbabilities(
  trie: CodeTrie,
  step: number,
  node: number,
  logits: Float32Array | null,
): Float64Array {
  const [children, codes] = [trie.children[step]!, trie.codes[step]!];
  const shares = new Float64Array(children[node + 1]! - children[node]!);
  if (logits === null) return shares;
  for (let nth = 0; nth < shares.length; nth++)
    shares[nth] = logits[Math.min(codes[children[node]! + nth]!, logits.length - 1)]!;
  return normalized(shares);
}

/** Normalises log-probabilities in place: subtracts the log of their sum. */
export function normalized(logs: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of logs) most = Math.max(most, value);
  let sum = 0;
  for (const value of logs) sum += Math.exp(value - most);
  const total = most + Math.log(sum);
  for (let at = 0; at < logs.length; at++) logs[at]! -= total;
  return logs;
}
