/**
 * log p of every item after one history, exactly: down the whole trie, each node's decoder asked once. Nodes with one
 * child need none, so of 12,101 items it is some 3,000 rows and not 24,000. I items, n_d nodes of depth d.
 */
import type { CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { type DecodeStep, logSumOf } from './decode-step.ts';

const ROWS_AT_ONCE = 1024;

/** By item [I]; of the state that `decode` knows as history 0. */
type CatalogueScorer = (decode: DecodeStep) => Promise<Float32Array>;

export function catalogueScorer(trie: CodeTrie, sizes: readonly number[]): CatalogueScorer {
  const layers = trie.children.map((_, depth) => layerOf(trie, sizes, depth));
  return async (decode) => {
    let scores: Float64Array = new Float64Array(1);
    for (const [step, layer] of layers.entries())
      scores = await nextScores(trie, decode, step, sizes[step]!, layer, scores);
    const byItem = new Float32Array(trie.items.length);
    for (const [node, item] of trie.items.entries()) byItem[item] = scores[node]!;
    return byItem;
  };
}

interface Layer {
  /** Nodes of the depth with more than one child, in parts. */
  readonly parts: readonly { readonly nodes: Uint32Array; readonly prefixes: readonly Int32Array[] }[];
}

function layerOf(trie: CodeTrie, sizes: readonly number[], depth: number): Layer {
  const children = trie.children[depth]!;
  const asked: number[] = [];
  for (let node = 0; node + 1 < children.length; node++)
    if (children[node + 1]! - children[node]! > 1) asked.push(node);
  const said = prefixesOf(trie, sizes, depth);
  const parts = [];
  for (let from = 0; from < asked.length; from += ROWS_AT_ONCE) {
    const nodes = Uint32Array.from(asked.slice(from, from + ROWS_AT_ONCE));
    parts.push({ nodes, prefixes: said.map((codes) => Int32Array.from(nodes, (node) => codes[node]!)) });
  }
  return { parts };
}

/** By step before `depth`, the codes of all nodes of that depth [n_depth]. */
function prefixesOf(trie: CodeTrie, sizes: readonly number[], depth: number): readonly Int32Array[] {
  let prefixes: Int32Array[] = [];
  for (let step = 0; step < depth; step++) {
    const children = trie.children[step]!;
    const parents = new Uint32Array(trie.codes[step]!.length);
    for (let node = 0; node + 1 < children.length; node++)
      parents.fill(node, children[node]!, children[node + 1]!);
    prefixes = prefixes.map((codes) => Int32Array.from(parents, (parent) => codes[parent]!));
    prefixes.push(Int32Array.from(trie.codes[step]!, (code) => Math.min(code, sizes[step]! - 1)));
  }
  return prefixes;
}

async function nextScores(
  { children: allChildren, codes: allCodes }: CodeTrie,
  decode: DecodeStep,
  step: number,
  size: number,
  { parts }: Layer,
  before: Float64Array,
): Promise<Float64Array> {
  const [children, codes] = [allChildren[step]!, allCodes[step]!];
  const scores = new Float64Array(codes.length);
  for (let node = 0; node < before.length; node++) scores[children[node]!] = before[node]!;
  for (const { nodes, prefixes } of parts) {
    const logits = await decode(step, { histories: new Int32Array(nodes.length), prefixes });
    for (const [row, node] of nodes.entries()) {
      const own = logits.subarray(row * size, (row + 1) * size);
      const [first, end] = [children[node]!, children[node + 1]!];
      const base = before[node]! - logSumOf(own, codes, first, end);
      for (let child = first; child < end; child++)
        scores[child] = base + own[Math.min(codes[child]!, size - 1)]!;
    }
  }
  return scores;
}
