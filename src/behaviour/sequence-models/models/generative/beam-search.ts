/**
 * Beam search restricted to the trie of existing codes. Every path therefore ends at an item, and no item is
 * found twice. A step extends each path by the children of its node, whose probabilities add up to 1. A node
 * with one child needs no decoder. A beam as wide as the catalogue finds all of it.
 * Rejected alternatives: docs/design/decisions/sequence-models.md.
 *
 * During the search the lower node wins a tie. In the result the item with the lower `order` comes first.
 *
 * B histories, R rows (the paths of all histories), I items.
 */
import type { CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { childLogProbabilities, needsDecoder } from './child-log-probabilities.ts';
import type { Decoder } from './decoder.ts';

export interface Beam {
  /** The maximum number of paths per history. */
  readonly width: number;
  /** The rank of each item among equally likely ones [I]. */
  readonly order: Uint32Array;
}

export interface FoundItems {
  /** Item numbers, best first; as many as the beam is wide, or all items of the trie. */
  readonly items: Uint32Array;
  /** The log-probability of each item among the trie's items. */
  readonly scores: Float64Array;
}

interface Paths {
  /** History b's rows are those from `offsets[b]` up to, not including, `offsets[b + 1]` [B + 1]. */
  readonly offsets: Uint32Array;
  /** The trie node at which each path ends; all have the same depth [R]. */
  readonly nodes: Uint32Array;
  /** The log-probability of each path [R]. */
  readonly scores: Float64Array;
  /** By step: the code of each path [R]. */
  readonly prefixes: readonly Int32Array[];
}

/** The items found for each history, in the order of the decoder's histories; `histories`: B. */
export async function beamSearch(
  trie: CodeTrie,
  decoder: Decoder,
  histories: number,
  beam: Beam,
): Promise<readonly FoundItems[]> {
  let paths: Paths = {
    offsets: Uint32Array.from({ length: histories + 1 }, (_, history) => history),
    nodes: new Uint32Array(histories),
    scores: new Float64Array(histories),
    prefixes: [],
  };
  if (trie.items.length === 0) paths = { ...paths, offsets: new Uint32Array(histories + 1) };
  else
    for (let step = 0; step < trie.steps; step++)
      paths = await extendPaths(trie, decoder, step, paths, beam.width);
  return Array.from({ length: histories }, (_, history) => rankedItems(trie, paths, history, beam));
}

async function extendPaths(
  trie: CodeTrie,
  decoder: Decoder,
  step: number,
  paths: Paths,
  width: number,
): Promise<Paths> {
  const children = trie.children[step]!;
  const logitsOf = await branchingLogits(trie, decoder, step, paths);
  const offsets = new Uint32Array(paths.offsets.length);
  const top = createTopPaths(width, paths.offsets.length - 1);
  for (let history = 0; history + 1 < paths.offsets.length; history++) {
    for (let row = paths.offsets[history]!; row < paths.offsets[history + 1]!; row++) {
      const node = paths.nodes[row]!;
      const own = childLogProbabilities(trie, step, node, logitsOf(row));
      for (let nth = 0; nth < own.length; nth++)
        top.offer(paths.scores[row]! + own[nth]!, children[node]! + nth, row);
    }
    offsets[history + 1] = top.endHistory();
  }
  const { nodes, scores, rows } = top.paths();
  const last = decoder.sizes[step]! - 1;
  const newCodes = Int32Array.from(nodes, (node) => Math.min(trie.codes[step]![node]!, last));
  const earlier = paths.prefixes.map((prefix) => Int32Array.from(rows, (row) => prefix[row]!));
  return { offsets, nodes, scores, prefixes: [...earlier, newCodes] };
}

/** Runs the decoder for the rows whose node has several children. The result returns null for other rows. */
async function branchingLogits(
  trie: CodeTrie,
  decoder: Decoder,
  step: number,
  { offsets, nodes, prefixes }: Paths,
): Promise<(row: number) => Float32Array | null> {
  const positionOf = new Int32Array(nodes.length).fill(-1);
  const [branching, histories]: [number[], number[]] = [[], []];
  for (let history = 0; history + 1 < offsets.length; history++)
    for (let row = offsets[history]!; row < offsets[history + 1]!; row++) {
      if (!needsDecoder(trie, step, nodes[row]!)) continue;
      positionOf[row] = branching.length;
      branching.push(row);
      histories.push(history);
    }
  if (branching.length === 0) return () => null;
  const size = decoder.sizes[step]!;
  const logits = await decoder.step(step, {
    histories: Int32Array.from(histories),
    prefixes: prefixes.map((prefix) => Int32Array.from(branching, (row) => prefix[row]!)),
  });
  return (row) => {
    const position = positionOf[row]!;
    return position < 0 ? null : logits.subarray(position * size, (position + 1) * size);
  };
}

/** Collects the best `width` paths of each history, best first; ties go to the lower node. */
function createTopPaths(width: number, histories: number) {
  const capacity = width * histories;
  const scores = new Float64Array(capacity);
  const [nodes, rows] = [new Uint32Array(capacity), new Uint32Array(capacity)];
  let [begin, end] = [0, 0];
  return { offer, endHistory, paths };

  function offer(score: number, node: number, row: number): void {
    if (end - begin === width) {
      if (!isBefore(score, node, end - 1)) return;
      end--;
    }
    let at = end++;
    for (; at > begin && isBefore(score, node, at - 1); at--) {
      scores[at] = scores[at - 1]!;
      nodes[at] = nodes[at - 1]!;
      rows[at] = rows[at - 1]!;
    }
    scores[at] = score;
    nodes[at] = node;
    rows[at] = row;
  }

  function isBefore(score: number, node: number, at: number): boolean {
    return score > scores[at]! || (score === scores[at] && node < nodes[at]!);
  }

  /** Ends the current history; returns the number of rows so far. */
  function endHistory(): number {
    begin = end;
    return end;
  }

  function paths() {
    return { scores: scores.slice(0, end), nodes: nodes.slice(0, end), rows: rows.slice(0, end) };
  }
}

function rankedItems(
  { items }: CodeTrie,
  { offsets, nodes, scores }: Paths,
  history: number,
  { order }: Beam,
) {
  const rows = Array.from(
    { length: offsets[history + 1]! - offsets[history]! },
    (_, position) => offsets[history]! + position,
  ).sort((a, b) => scores[b]! - scores[a]! || order[items[nodes[a]!]!]! - order[items[nodes[b]!]!]!);
  return {
    items: Uint32Array.from(rows, (row) => items[nodes[row]!]!),
    scores: Float64Array.from(rows, (row) => scores[row]!),
  };
}
