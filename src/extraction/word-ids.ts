/**
 * Numbers the words of all phrases of all domains. A word of a text is then looked up once for all matchers,
 * and each matcher indexes its own array. Texts add no words, so the table does not grow with input.
 */
const numbers = new Map<string, number>();

export function registerWord(word: string): void {
  if (!numbers.has(word)) numbers.set(word, numbers.size + 1);
}

/** From 1 on; 0: no phrase names the word. */
export function wordId(word: string): number {
  return numbers.get(word) ?? 0;
}
