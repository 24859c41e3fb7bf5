/** Headings of sections, among them the parts of a form: "About you" at its beginning, then "About them". */
import type { PhraseMatch, PhraseMatcher } from '../phrases/phrase-matcher.ts';
import type { ReadText, Sentence } from '../words/read-text.ts';
import type { Heading } from './compile-scope-cues.ts';

const MAX_HEADING_WORDS = 6;

/** The heading that a line is, or that it begins with; the first part of a form is the person's own. */
export function headingOf(
  read: ReadText,
  position: number,
  headings: PhraseMatcher<Heading>,
): PhraseMatch<Heading> | null {
  const found = longestHeading(read, read.sentences[position]!, headings);
  return found?.payload === 'wish' && beginsOwnPart(read, position) ? { ...found, payload: 'self' } : found;
}

/** The heading that a line is, or that it begins with before a colon or a dash. */
function longestHeading(read: ReadText, sentence: Sentence, headings: PhraseMatcher<Heading>) {
  if (!sentence.beginsLine) return null;
  const limit = Math.min(sentence.last, sentence.first + MAX_HEADING_WORDS);
  const found = headings
    .matches(read, sentence.first, limit)
    .filter((match) => match.first === sentence.first)
    .filter((match) => {
      const after = match.last === sentence.last ? sentence.tail : read.words[match.last]!.gap;
      return match.last === sentence.last ? /^\s*:?\s*(?:\n|$)/.test(after) : /^\s*[:\-–]\s*/.test(after);
    });
  const [longest] = found.sort((a, b) => b.last - a.last);
  if (longest === undefined) return null;
  // "Experience" alone in a text of one line is a word, not a heading.
  return longest.last === sentence.last && read.sentences.length === 1 ? null : longest;
}

const aboutYou = /^(?:about|your) (?:you|profile|details|yourself)$/;
const aboutThem = /^about (?:them|him|her|your (?:match|partner|date)|the other)/;
/** The number of sentences within which the first part begins. */
const FIRST_SENTENCES = 3;
const MOST_WORDS = 3;

/** Whether the heading that begins the sentence is that of the person's own part. */
function beginsOwnPart(read: ReadText, position: number): boolean {
  if (position >= FIRST_SENTENCES || !aboutYou.test(opening(read, position))) return false;
  return read.sentences.some(
    ({ beginsLine }, later) => later > position && beginsLine && aboutThem.test(opening(read, later)),
  );
}

function opening({ words, sentences }: ReadText, position: number): string {
  const { first, last } = sentences[position]!;
  return words
    .slice(first, Math.min(last, first + MOST_WORDS))
    .map(({ form }) => form)
    .join(' ');
}
