/**
 * The semantic IDs of a model's items, which a generative retriever generates. Items of the tokenizer's own
 * catalogue have the codes of its fit. Other items, and items whose content has changed, have the codes that
 * the tokenizer assigns to their content.
 *
 * I items, L levels.
 */
import type { CodebookLayout } from '../../../semantic-ids/codebook-layout.ts';
import type { ItemPaths } from '../../../semantic-ids/trie/code-trie.ts';
import type { FittedTokenizer, ItemContent } from '../../../tokenizers/fitted-tokenizer.ts';

export interface ItemCodes {
  readonly tokenizerId: string;
  readonly layout: CodebookLayout;
  /** Row-major [I × L]. */
  readonly codes: Uint16Array;
  /** The tokenizer's collision suffix; 0: none [I]. */
  readonly suffixes: Uint32Array;
}

const ITEMS_A_CALL = 1000;

/** The codes in the order of `items`. Throws the errors of `assign`. */
export async function codesOfCatalogue(
  tokenizer: FittedTokenizer,
  items: readonly ItemContent[],
): Promise<ItemCodes> {
  const L = tokenizer.layout.sizes.length;
  const codes = new Uint16Array(items.length * L);
  const suffixes = new Uint32Array(items.length);
  for (let from = 0; from < items.length; from += ITEMS_A_CALL) {
    const assigned = await tokenizer.assign(items.slice(from, from + ITEMS_A_CALL));
    for (const [row, { codes: own, collisionSuffix }] of assigned.entries()) {
      codes.set(own, (from + row) * L);
      suffixes[from + row] = collisionSuffix ?? 0;
    }
  }
  return { tokenizerId: tokenizer.tokenizerId, layout: tokenizer.layout, codes, suffixes };
}

/**
 * The path of each item through the trie: its codes, then a number that distinguishes items with equal codes.
 * An item with a collision suffix has the suffix as its number. The others get the lowest free numbers in the
 * order of their ids. A later item does not change the number of an item with a suffix.
 */
export function pathsOf({ layout, codes, suffixes }: ItemCodes, itemIds: readonly string[]): ItemPaths {
  const levels = layout.sizes.length;
  const groups = new Map<string, number[]>();
  for (let item = 0; item < suffixes.length; item++) {
    const key = codes.subarray(item * levels, (item + 1) * levels).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  const numbers = new Uint32Array(suffixes.length);
  for (const group of groups.values()) if (group.length > 1) numberGroup(group, suffixes, itemIds, numbers);
  return { codes, levels, numbers };
}

function numberGroup(
  group: readonly number[],
  suffixes: Uint32Array,
  itemIds: readonly string[],
  numbers: Uint32Array,
): void {
  const taken = new Set<number>();
  const withoutSuffix: number[] = [];
  for (const item of group.toSorted((a, b) => (itemIds[a]! < itemIds[b]! ? -1 : 1))) {
    const own = suffixes[item]!;
    if (own === 0 || taken.has(own)) {
      withoutSuffix.push(item);
      continue;
    }
    taken.add(own);
    numbers[item] = own;
  }
  let free = 0;
  for (const item of withoutSuffix) {
    while (taken.has(free)) free++;
    taken.add(free);
    numbers[item] = free;
  }
}
