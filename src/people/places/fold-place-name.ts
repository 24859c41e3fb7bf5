import { plainLetters } from '../../domains/search-words.ts';

/** The form in which place names are compared, without case and diacritics: "St. John's" is "st johns". */
export function foldPlaceName(name: string): string {
  const lower = name.toLowerCase();
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(lower)) return lower;
  // "Lisbon, Portugal" has nothing to normalize.
  if (isAscii(lower))
    return lower
      .replace(/['`.]/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`´ʻʼ.]/g, '')
    .replace(/[ßøłđæœıðþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}
