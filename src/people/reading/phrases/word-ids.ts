/**
 * Ids of the words of all phrases of all domains, and of the models of sides. A word of a text is looked up
 * here once, and each matcher then indexes an array of its own. Texts add no words, so the table does not
 * grow with the input.
 */
const ids = new Map<string, number>();

export function registerWord(word: string): void {
  if (!ids.has(word)) ids.set(word, ids.size + 1);
}

/** At least 1; 0: neither a phrase nor a model has the word. */
export function wordId(word: string): number {
  return ids.get(word) ?? 0;
}
