/** One level of the tree of semantic IDs: which codes follow a prefix, and which items lie below each. */
import type { CodeTree } from '../../contract/tokenizer.ts';
import { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';
import type { FittedTokenizer } from './fitted-tokenizer.ts';

const MOST_CHILDREN = 1000;
export const MOST_ITEMS_HERE = 100;
const EXAMPLES = 3;
/** Rows between two looks at the clock. */
const PIECE = 20_000;
const SLICE_MS = 4;

interface Child {
  readonly code: number;
  items: number;
  collisions: number;
  readonly examples: string[];
}

/**
 * Reads the codes of every item once, which are in memory. `prefix`: codes of the first levels, at most as
 * many as the tokenizer has; a prefix that no item has gives zeros.
 */
export async function codeTree(
  { tokenizerId, layout, catalogue }: Pick<FittedTokenizer, 'tokenizerId' | 'layout' | 'catalogue'>,
  prefix: readonly number[],
  signal?: AbortSignal,
): Promise<Omit<CodeTree, 'request_id'>> {
  const { itemIds, codes, suffixes } = catalogue;
  const levels = layout.sizes.length;
  const children = new Map<number, Child>();
  const here: { item_id: string; collision_suffix: number | null }[] = [];
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  let [items, collisions] = [0, 0];
  for (let row = 0; row < itemIds.length; row++) {
    if (row % PIECE === 0) await yielder.yieldIfDue();
    if (!begins(codes, row * levels, prefix)) continue;
    const itemId = itemIds[row]!;
    const suffix = suffixes[row]!;
    items++;
    if (suffix > 0) collisions++;
    if (prefix.length === levels) {
      if (here.length < MOST_ITEMS_HERE) here.push({ item_id: itemId, collision_suffix: suffix || null });
      continue;
    }
    const child = childOf(children, codes[row * levels + prefix.length]!);
    child.items++;
    if (suffix > 0) child.collisions++;
    if (child.examples.length < EXAMPLES) child.examples.push(itemId);
  }
  const largest = [...children.values()].sort((a, b) => b.items - a.items || a.code - b.code);
  return {
    tokenizer_id: tokenizerId,
    prefix: [...prefix],
    levels,
    items,
    collisions,
    children: largest.slice(0, MOST_CHILDREN),
    children_omitted: Math.max(0, largest.length - MOST_CHILDREN),
    items_here: here,
  };
}

function begins(codes: Uint16Array, at: number, prefix: readonly number[]): boolean {
  for (let level = 0; level < prefix.length; level++) if (codes[at + level] !== prefix[level]) return false;
  return true;
}

function childOf(children: Map<number, Child>, code: number): Child {
  const known = children.get(code);
  if (known !== undefined) return known;
  const child: Child = { code, items: 0, collisions: 0, examples: [] };
  children.set(code, child);
  return child;
}
