/**
 * The catalogue as a trie of codes: what a decoder may say next, so that no code that it says is of no item. A path has
 * one step a level and a last one, the number of the item among those of equal codes, so that every path is one item's.
 *
 * Items sorted by their paths make the trie by themselves: nodes of one depth lie in the order of the sorted items, the
 * children of a node beside one another. So it is a few typed arrays and no objects: 40 bytes or so an item at four
 * levels.
 *
 * I items that have codes, N of them in the trie, L levels, D = L + 1 steps, n_d nodes of depth d (n_0 = 1, n_D = N).
 */

export interface CodeTrie {
  /** D */
  readonly steps: number;
  /** By depth d from 0 to D - 1: node n's children are those of depth d + 1 from `[n]` up to, not including, `[n + 1]` [n_d + 1]. */
  readonly children: readonly Uint32Array[];
  /** By step: the code that leads from its parent to the node of depth step + 1 [n_(step + 1)]. */
  readonly codes: readonly Uint32Array[];
  /** By depth d from 0 to D: the node that an item's path goes through; of items outside the trie 0 [I]. */
  readonly nodeOfItem: readonly Uint32Array[];
  /** By the nodes of depth D [N]. */
  readonly items: Uint32Array;
}

export interface ItemPaths {
  /** Row-major [I × L]. */
  readonly codes: ArrayLike<number>;
  readonly levels: number;
  /** Number of the item among those of equal codes, from 0 on, no two alike [I]. */
  readonly numbers: Uint32Array;
}

/** Of these items, by default of all. Throws an Error where two of them have one path. */
export function buildCodeTrie(paths: ItemPaths, of: Iterable<number> = paths.numbers.keys()): CodeTrie {
  const { codes, levels, numbers } = paths;
  const step = (item: number, at: number) => (at < levels ? codes[item * levels + at]! : numbers[item]!);
  const items = Uint32Array.from(of).sort((a, b) => {
    for (let at = 0; at <= levels; at++) {
      const difference = step(a, at) - step(b, at);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const nodeAt: Uint32Array[] = [new Uint32Array(items.length)];
  const [children, nodeCodes]: [Uint32Array[], Uint32Array[]] = [[], []];
  for (let at = 0; at <= levels; at++) {
    const layer = nextLayer(nodeAt[at]!, (position) => step(items[position]!, at));
    nodeAt.push(layer.nodeAt);
    children.push(layer.children);
    nodeCodes.push(layer.codes);
  }
  const ends = nodeCodes[levels]!.length;
  if (ends !== items.length)
    throw new Error(
      `${items.length} items have ${ends} paths; items of equal codes need numbers that differ.`,
    );
  return {
    steps: levels + 1,
    children,
    codes: nodeCodes,
    nodeOfItem: nodeAt.map((nodes) => byItem(nodes, items, numbers.length)),
    items,
  };
}

/** From the nodes of one depth, by sorted position, to those of the next. */
function nextLayer(parents: Uint32Array, codeAt: (position: number) => number) {
  const nodeAt = new Uint32Array(parents.length);
  const [codes, starts]: [number[], number[]] = [[], []];
  for (let position = 0; position < parents.length; position++) {
    const isOfNewParent = position === 0 || parents[position] !== parents[position - 1];
    const code = codeAt(position);
    if (isOfNewParent) starts.push(codes.length);
    if (isOfNewParent || code !== codes.at(-1)) codes.push(code);
    nodeAt[position] = codes.length - 1;
  }
  return { nodeAt, codes: Uint32Array.from(codes), children: Uint32Array.from([...starts, codes.length]) };
}

function byItem(nodeAt: Uint32Array, items: Uint32Array, I: number): Uint32Array {
  const nodes = new Uint32Array(I);
  for (const [position, item] of items.entries()) nodes[item] = nodeAt[position]!;
  return nodes;
}

/** How many children a node of this depth has. */
export function childCount({ children }: CodeTrie, depth: number, node: number): number {
  return children[depth]![node + 1]! - children[depth]![node]!;
}
