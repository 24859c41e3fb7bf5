/**
 * Beam search restricted to the trie of existing codes. A step only weighs the trie's children of the current
 * prefix, whose probabilities add up to 1. A node with one child needs no decoder. So lists hold items only,
 * each once, and a beam as wide as the catalogue lists it whole. Rejected alternatives:
 * docs/design/decisions/sequence-models.md.
 *
 * Ties go to the lower node during the search, and in the list to the item that comes first by `order`.
 *
 * B histories, R rows (paths of all histories).
 */
import type { CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { childLogProbabilities, needsDecoder } from './child-log-probabilities.ts';
import type { Decoder } from './decode-step.ts';

export interface Beam {
  /** The number of paths per history. */
  readonly width: number;
  /** Where an item stands among equally likely ones [I]. */
  readonly order: Uint32Array;
}

export interface FoundItems {
  /** Best first; as many as the beam is wide, or the trie has. */
  readonly items: Uint32Array;
  /** log p of the whole path, over the trie's items. */
  readonly scores: Float64Array;
}

interface Paths {
  /** Where each history's rows begin [B + 1]. */
  readonly offsets: Uint32Array;
  /** Of the trie, all of one depth [R]. */
  readonly nodes: Uint32Array;
  readonly scores: Float64Array;
  readonly prefixes: readonly Int32Array[];
}

/** By history. */
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
      paths = await extended(trie, decoder, step, paths, beam.width);
  return Array.from({ length: histories }, (_, history) => listed(trie, paths, history, beam));
}

async function extended(
  trie: CodeTrie,
  decoder: Decoder,
  step: number,
  paths: Paths,
  width: number,
): Promise<Paths> {
  const children = trie.children[step]!;
  const logitsOf = await logitsWhereNeeded(trie, decoder, step, paths);
  const offsets = new Uint32Array(paths.offsets.length);
  const best = createBest(width, paths.offsets.length - 1);
  for (let history = 0; history + 1 < paths.offsets.length; history++) {
    for (let row = paths.offsets[history]!; row < paths.offsets[history + 1]!; row++) {
      const node = paths.nodes[row]!;
      const own = childLogProbabilities(trie, step, node, logitsOf(row));
      for (let nth = 0; nth < own.length; nth++)
        best.offer(paths.scores[row]! + own[nth]!, children[node]! + nth, row);
    }
    offsets[history + 1] = best.close();
  }
  const { nodes, scores, rows } = best.taken();
  const last = decoder.sizes[step]! - 1;
  const said = Int32Array.from(nodes, (node) => Math.min(trie.codes[step]![node]!, last));
  const before = paths.prefixes.map((prefix) => Int32Array.from(rows, (row) => prefix[row]!));
  return { offsets, nodes, scores, prefixes: [...before, said] };
}

/** Gives by row its logits; null where the node needs none. */
async function logitsWhereNeeded(
  trie: CodeTrie,
  decoder: Decoder,
  step: number,
  { offsets, nodes, prefixes }: Paths,
): Promise<(row: number) => Float32Array | null> {
  const placeOf = new Int32Array(nodes.length).fill(-1);
  const [branching, histories]: [number[], number[]] = [[], []];
  for (let history = 0; history + 1 < offsets.length; history++)
    for (let row = offsets[history]!; row < offsets[history + 1]!; row++) {
      if (!needsDecoder(trie, step, nodes[row]!)) continue;
      placeOf[row] = branching.length;
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
    const place = placeOf[row]!;
    return place < 0 ? null : logits.subarray(place * size, (place + 1) * size);
  };
}

/** Collects the best `width` paths of each history, best first; ties go to the lower node. */
function createBest(width: number, histories: number) {
  const most = width * histories;
  const [scores, nodes, rows] = [new Float64Array(most), new Uint32Array(most), new Uint32Array(most)];
  let [begin, end] = [0, 0];
  return { offer, close, taken };

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

  /** The next history begins; gives the rows so far. */
  function close(): number {
    begin = end;
    return end;
  }

  function taken() {
    return { scores: scores.slice(0, end), nodes: nodes.slice(0, end), rows: rows.slice(0, end) };
  }
}

function listed({ items }: CodeTrie, { offsets, nodes, scores }: Paths, history: number, { order }: Beam) {
  const rows = Array.from(
    { length: offsets[history + 1]! - offsets[history]! },
    (_, place) => offsets[history]! + place,
  ).sort((a, b) => scores[b]! - scores[a]! || order[items[nodes[a]!]!]! - order[items[nodes[b]!]!]!);
  return {
    items: Uint32Array.from(rows, (row) => items[nodes[row]!]!),
    scores: Float64Array.from(rows, (row) => scores[row]!),
  };
}
