/**
 * Texts as a search of people compares them: without case and accents, and cut into words. The store keeps the
 * first `LONGEST_TERM` characters of each word, so that a key stays short.
 */
const LONGEST_TERM = 64;

/** Letters that have no accent to take away. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
  // Greek writes the same letter otherwise at the end of a word.
  ς: 'σ',
};

export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœıðþς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Each word once, in order. */
export function searchWords(text: string): readonly string[] {
  return [...new Set(foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])];
}

/** A folded text or word as the store keeps it. */
export function searchTerm(folded: string): string {
  const cut = folded.slice(0, LONGEST_TERM);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
