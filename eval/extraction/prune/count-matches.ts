/** Counts the texts in which the rules of a domain could have used a phrase. */
import type { Extractor } from '../../../src/people/reading/extractor.ts';
import { PhraseMatcher } from '../../../src/people/reading/phrases/phrase-matcher.ts';
import type { ReadText } from '../../../src/people/reading/words/read-text.ts';

/** Phrases in one automaton. More share less and take longer. */
const AT_ONCE = 3000;

/** The words of a text as the rules match them, with corrected spellings, once for each part of it. */
export async function wordsRead(rules: Extractor, texts: readonly string[]): Promise<ReadText[][]> {
  const { matches } = PhraseMatcher.prototype;
  let parts = new Map<ReadText['words'], ReadText>();
  PhraseMatcher.prototype.matches = function (read, ...range) {
    parts.set(read.words, read);
    return matches.call(this, read, ...range);
  };
  try {
    const found: ReadText[][] = [];
    for (const text of texts) {
      parts = new Map();
      await rules.extract(text, 0, undefined, { depth: 'fast' });
      found.push([...parts.values()]);
    }
    return found;
  } finally {
    PhraseMatcher.prototype.matches = matches;
  }
}

/** Texts that each phrase matches; a phrase that matches none is absent. */
export function countMatches(
  phrases: readonly string[],
  texts: readonly (readonly ReadText[])[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let first = 0; first < phrases.length; first += AT_ONCE) {
    const matcher = new PhraseMatcher<string>();
    for (const phrase of phrases.slice(first, first + AT_ONCE)) matcher.add(phrase, phrase);
    for (const parts of texts) {
      const matched = parts.flatMap((part) => matcher.matches(part).map(({ payload }) => payload));
      for (const phrase of new Set(matched)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    }
  }
  return counts;
}
