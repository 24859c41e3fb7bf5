/** The parts of a form that a person fills in: "About you" at its beginning, then "About them". */
import type { ReadText } from './read-text.ts';

const aboutYou = /^(?:about|your) (?:you|profile|details|yourself)$/;
const aboutThem = /^about (?:them|him|her|your (?:match|partner|date)|the other)/;
/** The number of sentences within which the first part begins. */
const FIRST_SENTENCES = 3;
const MOST_WORDS = 3;

/** Whether the heading that begins the sentence is that of the person's own part. */
export function beginsOwnPart(read: ReadText, position: number): boolean {
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
