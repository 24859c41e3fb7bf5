/** Headings that refuse the list below them: "NOT LOOKING FOR", "What we don't do", "Removed". */
import { PhraseMatcher } from './phrase-matcher.ts';
import type { ReadText } from './read-text.ts';

const refusingHeadings = new PhraseMatcher<true>();
for (const phrase of [
  '^ (not (looking for|wanted|included|interested in|for me|offered|supported|covered|needed|on offer|in scope)) ^',
  '^ [what] (i|we|it) [really] (dont|doesnt|do not|does not|wont|never|am not|are not) [want|do|offer|need|like|cover|back|invest in|looking for|support|sell] ^',
  '^ (dealbreakers|deal breakers|dealbreaker|turnoffs|turn offs|no gos|no nos|hard no|hard nos|hard passes|exclusions|excluded|out of scope|donts|limitations|removed|discontinued|dropped) ^',
])
  refusingHeadings.add(phrase, true);

/** A heading that refuses denies the items of the list below it. */
export function denyUnderHeadings(read: ReadText, negatorOf: (number | undefined)[]): void {
  const { text, words, sentences } = read;
  if (!text.includes('\n')) return;
  for (const { first, last } of refusingHeadings.matches(read)) {
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
