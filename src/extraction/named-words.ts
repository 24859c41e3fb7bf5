/**
 * A number for each word that any phrase of any domain names, so that a word of a text is looked up once for all matchers
 * and each of them asks its own array. Texts add none, so it does not grow with what people write.
 */
const numbers = new Map<string, number>();

export function nameWord(word: string): void {
  if (!numbers.has(word)) numbers.set(word, numbers.size + 1);
}

/** From 1 on; 0: no phrase names the word. */
export function numberOfWord(word: string): number {
  return numbers.get(word) ?? 0;
}
