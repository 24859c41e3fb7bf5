/**
 * The log-probabilities of a trie node's children: a log-softmax of the decoder's logits over the codes that
 * exist. K codes of a step; a code ≥ K has the logit of the last code.
 */
import { type CodeTrie, childCount } from '../../../semantic-ids/trie/code-trie.ts';

/** False for a node with one child, whose probability is 1. */
export function needsDecoder(trie: CodeTrie, step: number, node: number): boolean {
  return childCount(trie, step, node) > 1;
}

/**
 * The log-probability of each child given the node, in their order. `logits` [K]; null if the node needs no
 * decoder.
 */
export function childLogProbabilities(
  trie: CodeTrie,
  step: number,
  node: number,
  logits: Float32Array | null,
): Float64Array {
  const [children, codes] = [trie.children[step]!, trie.codes[step]!];
  const logs = new Float64Array(children[node + 1]! - children[node]!);
  if (logits === null) return logs;
  for (let nth = 0; nth < logs.length; nth++)
    logs[nth] = logits[Math.min(codes[children[node]! + nth]!, logits.length - 1)]!;
  return normalizeLogs(logs);
}

/** Normalises in place: subtracts the log-sum-exp, so that the probabilities add up to 1. */
function normalizeLogs(logs: Float64Array): Float64Array {
  let max = Number.NEGATIVE_INFINITY;
  for (const value of logs) max = Math.max(max, value);
  let sum = 0;
  for (const value of logs) sum += Math.exp(value - max);
  const total = max + Math.log(sum);
  for (let at = 0; at < logs.length; at++) logs[at]! -= total;
  return logs;
}
