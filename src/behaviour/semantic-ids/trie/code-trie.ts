/**
 * The codes of a catalogue as a trie. It constrains a decoder to codes of existing items. A path has one step
 * per level, and a last step for the suffix, so that every path belongs to one item.
 *
 * The nodes of a depth are in the order of the items sorted by their paths, so the children of a node are
 * adjacent. The trie therefore consists of a few typed arrays, about 40 bytes per item at four levels.
 *
 * I items with codes, N of them in the trie, L levels, D = L + 1 steps, n_d nodes of depth d (n_0 = 1, n_D =
 * N).
 */

export interface CodeTrie {
  /** D */
  readonly steps: number;
  /**
   * By depth d < D: the children of node n are the nodes [children[n], children[n + 1]) of depth d + 1 [n_d +
   * 1].
   */
  readonly children: readonly Uint32Array[];
  /** By step: the code of the edge from the parent to a node of depth step + 1 [n_(step + 1)]. */
  readonly codes: readonly Uint32Array[];
  /** By depth d ≤ D: the node on the path of an item; 0 for items outside the trie [I]. */
  readonly nodeOfItem: readonly Uint32Array[];
  /** The items of the leaves [N]. */
  readonly items: Uint32Array;
}

export interface ItemPaths {
  /** Row-major [I × L]. */
  readonly codes: ArrayLike<number>;
  readonly levels: number;
  /** Number of the item among those with equal codes, from 0; all different [I]. */
  readonly numbers: Uint32Array;
}

/** The trie of the items `of` (default: all). Throws an Error if two items have the same path. */
export function buildCodeTrie(paths: ItemPaths, members: Iterable<number> = paths.numbers.keys()): CodeTrie {
  const { codes, levels, numbers } = paths;
  const step = (item: number, at: number) => (at < levels ? codes[item * levels + at]! : numbers[item]!);
  const items = Uint32Array.from(members).sort((a, b) => {
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
  const leaves = nodeCodes[levels]!.length;
  if (leaves !== items.length)
    throw new Error(
      `${items.length} items have ${leaves} paths; items of equal codes need numbers that differ.`,
    );
  return {
    steps: levels + 1,
    children,
    codes: nodeCodes,
    nodeOfItem: nodeAt.map((nodes) => byItem(nodes, items, numbers.length)),
    items,
  };
}

/** The nodes of the next depth. `parents`: by sorted position, the node of the current depth. */
function nextLayer(parents: Uint32Array, codeAt: (position: number) => number) {
  const nodeAt = new Uint32Array(parents.length);
  const [codes, starts]: [number[], number[]] = [[], []];
  for (let position = 0; position < parents.length; position++) {
    const hasNewParent = position === 0 || parents[position] !== parents[position - 1];
    const code = codeAt(position);
    if (hasNewParent) starts.push(codes.length);
    if (hasNewParent || code !== codes.at(-1)) codes.push(code);
    nodeAt[position] = codes.length - 1;
  }
  return { nodeAt, codes: Uint32Array.from(codes), children: Uint32Array.from([...starts, codes.length]) };
}

function byItem(nodeAt: Uint32Array, items: Uint32Array, I: number): Uint32Array {
  const nodes = new Uint32Array(I);
  for (const [position, item] of items.entries()) nodes[item] = nodeAt[position]!;
  return nodes;
}

/** Number of children of a node of depth `depth`. */
export function childCount({ children }: CodeTrie, depth: number, node: number): number {
  return children[depth]![node + 1]! - children[depth]![node]!;
}
