/**
 * The codes of a model's items: what a generative retriever speaks. Items of the tokenizer's own catalogue
 * have those of its fit, others (and known ones whose content changed) the codes of their content.
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
  /** The persisted collision suffix, 0: none [I]. */
  readonly suffixes: Uint32Array;
}

const ITEMS_A_CALL = 1000;

/** In the order of `items`; throws what `assign` throws. */
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
 * Paths through the trie. Of items of equal codes those with a persisted suffix have it for their number; the
 * others (the first of the fit, and new ones) follow by id into the numbers that are free, so that none moves
 * when one comes.
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
  const waiting: number[] = [];
  for (const item of group.toSorted((a, b) => (itemIds[a]! < itemIds[b]! ? -1 : 1))) {
    const own = suffixes[item]!;
    if (own === 0 || taken.has(own)) {
      waiting.push(item);
      continue;
    }
    taken.add(own);
    numbers[item] = own;
  }
  let free = 0;
  for (const item of waiting) {
    while (taken.has(free)) free++;
    taken.add(free);
    numbers[item] = free;
  }
}
