/** How an item looks without its picture: the letter and the hue of its tile. */
import type { ModelItem } from './model-queries.ts';

const categoryNames = ['category', 'categories', 'genre', 'genres', 'type', 'kind', 'department', 'brand'];

/** Items of one category have one hue. Degrees, 0 to 359. */
export function hueOf(item: Pick<ModelItem, 'features' | 'text'> | undefined): number {
  if (item === undefined) return 0;
  const category = categoryNames
    .map((name) => item.features.find((feature) => feature.name.toLowerCase() === name)?.value)
    .find((value) => value !== undefined);
  let hash = 0x811c9dc5;
  for (const character of category ?? item.text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % 360;
}

/** The first letter or digit, else the first character that shows something. */
export function initialOf(text: string): string {
  const found = /[\p{L}\p{N}]/u.exec(text) ?? /[^\s\p{C}]/u.exec(text);
  return found === null ? '·' : found[0].toUpperCase();
}

/** The address of a picture that a link may name: `https` alone. */
export function safeAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return new URL(address).protocol === 'https:' ? address : null;
}
