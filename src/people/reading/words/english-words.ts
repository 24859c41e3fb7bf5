/** The words that the shipped text encoder knows whole: some 25,000 common English words, in lower case. */
import { readFileSync } from 'node:fs';

const file = new URL('../../../../models/text-encoder/vocabulary.txt', import.meta.url);
let words: ReadonlySet<string> | undefined;

/** Read at the first call. */
export function englishWords(): ReadonlySet<string> {
  words ??= new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((piece) => /^[a-z]{2,}$/.test(piece)),
  );
  return words;
}
