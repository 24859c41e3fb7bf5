/** The parts of the world of the countries that a leaf lists: "USA Poland +2" is North America and Eastern Europe. */
import { isCountryName, regionsNamed } from '../../places/regions.ts';
import { standards } from './standards.ts';

const LONGEST_NAME = 4;
/** "+2" stands for further ones. */
const joins = /^(?:and|&|the|\+\d*|\/)$/i;

/** Empty: the leaf has other words too. */
export function partsOfWorld(leaf: string): readonly string[] {
  const words = leaf.split(/\s+/).filter((word) => word !== '');
  const parts = new Set<string>();
  for (let at = 0; at < words.length; ) {
    if (joins.test(words[at]!)) {
      at++;
      continue;
    }
    const length = countryAt(words, at);
    if (length === 0) return [];
    for (const { country, admin } of regionsNamed(words.slice(at, at + length).join(' '))) {
      const part = admin === null ? standards().partOfWorld(country) : null;
      if (part !== null) parts.add(part);
    }
    at += length;
  }
  return [...parts];
}

/** Words of the longest country's name from `at` on; 0: there is none. */
function countryAt(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length--)
    if (isCountryName(words.slice(at, at + length).join(' '))) return length;
  return 0;
}
