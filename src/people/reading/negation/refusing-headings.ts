/** Headings that refuse the list below them: "NOT LOOKING FOR", "What we don't do", "Removed". */
import type { PhraseMatcher } from '../phrases/phrase-matcher.ts';
import type { ReadText } from '../words/read-text.ts';

/** A heading that refuses denies the items of the list below it. */
export function denyUnderHeadings(
  read: ReadText,
  headings: PhraseMatcher<true>,
  negatorOf: (number | undefined)[],
): void {
  const { text, words, sentences } = read;
  if (!text.includes('\n')) return;
  for (const { first, last } of headings.matches(read)) {
    const heading = sentences[words[first]!.sentence]!;
    // An item is no heading of the items after it, which also keeps a list of "excluded" in linear time.
    const isItem = beginsItem.test(words[first]!.gap);
    if (isItem || heading.first !== first || heading.last !== last) continue;
    for (let at = words[first]!.sentence + 1; at < sentences.length; at++) {
      const item = sentences[at]!;
      if (!beginsItem.test(words[item.first]!.gap)) break;
      for (let word = item.first; word < item.last; word++) negatorOf[word] ??= first;
    }
  }
}

const beginsItem = /\n[ \t]*(?:[-–*•·]|\d[.)])[ \t]*$/;
