/**
 * The exact log-probability of every item after one history, by a pass over the whole trie. The decoder gets
 * one row for each node with several children.
 *
 * I items, n_d nodes of depth d.
 */
import type { CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { childLogProbabilities, needsDecoder } from './child-log-probabilities.ts';
import type { Decoder } from './decoder.ts';

/** The maximum number of rows in a call of the decoder. */
const ROWS_AT_ONCE = 1024;

/**
 * The log-probability of each item [I] after the decoder's history 0; -Infinity for items outside the trie.
 */
type CatalogueScorer = (decoder: Decoder) => Promise<Float32Array>;

export function catalogueScorer(trie: CodeTrie, sizes: readonly number[]): CatalogueScorer {
  const batchesByDepth = trie.children.map((_, depth) => nodeBatchesAt(trie, sizes, depth));
  return async (decoder) => {
    let scores: Float64Array = new Float64Array(1);
    for (const [step, batches] of batchesByDepth.entries())
      scores = await nextScores(trie, decoder, step, batches, scores);
    const byItem = new Float32Array(trie.nodeOfItem[0]!.length).fill(Number.NEGATIVE_INFINITY);
    for (const [node, item] of trie.items.entries()) byItem[item] = scores[node]!;
    return byItem;
  };
}

/** Nodes that are expanded together. */
interface NodeBatch {
  /** Nodes of one depth; either all of them need the decoder, or none does. */
  readonly nodes: Uint32Array;
  /** null: the decoder is not needed. */
  readonly prefixes: readonly Int32Array[] | null;
}

function nodeBatchesAt(trie: CodeTrie, sizes: readonly number[], depth: number): readonly NodeBatch[] {
  const nodes = [...trie.children[depth]!.keys()].slice(0, -1);
  const branching = nodes.filter((node) => needsDecoder(trie, depth, node));
  const codesByStep = prefixesOf(trie, sizes, depth);
  const batches: NodeBatch[] = [
    { nodes: Uint32Array.from(nodes.filter((node) => !needsDecoder(trie, depth, node))), prefixes: null },
  ];
  for (let from = 0; from < branching.length; from += ROWS_AT_ONCE) {
    const some = Uint32Array.from(branching.slice(from, from + ROWS_AT_ONCE));
    batches.push({
      nodes: some,
      prefixes: codesByStep.map((codes) => Int32Array.from(some, (node) => codes[node]!)),
    });
  }
  return batches;
}

/** By step before `depth`: the code of each node of that depth [n_depth]. */
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
  trie: CodeTrie,
  decoder: Decoder,
  step: number,
  batches: readonly NodeBatch[],
  before: Float64Array,
): Promise<Float64Array> {
  const children = trie.children[step]!;
  const scores = new Float64Array(trie.codes[step]!.length);
  const size = decoder.sizes[step]!;
  for (const { nodes, prefixes } of batches) {
    const histories = new Int32Array(nodes.length);
    const logits = prefixes === null ? null : await decoder.step(step, { histories, prefixes });
    for (const [row, node] of nodes.entries()) {
      const own = logits?.subarray(row * size, (row + 1) * size) ?? null;
      for (const [nth, log] of childLogProbabilities(trie, step, node, own).entries())
        scores[children[node]! + nth] = before[node]! + log;
    }
  }
  return scores;
}
