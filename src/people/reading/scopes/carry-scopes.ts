/** Scopes that go on in the next sentence: of a wish, and of another person. */
import { formsBefore } from '../numbers/forms-beside.ts';
import { numberAt } from '../numbers/read-number.ts';
import type { ReadText, Sentence } from '../words/read-text.ts';
import { ownWords, thirdPerson } from './spoken-for.ts';
import type { WordScope } from './word-scope.ts';

/**
 * Whether a wish goes on in the next sentence: a limit without a verb ("Wanted: a translator. Under 300 ms,
 * please"), or the answer to a question about the wish ("What do you need from others? Payments").
 */
export function carriesWish(
  read: ReadText,
  before: Sentence,
  next: Sentence,
  scopes: readonly WordScope[],
): boolean {
  if (before.last === before.first || next.last === next.first) return false;
  if (scopes[before.last - 1] !== 'wish' || next.beginsLine) return false;
  const opening = read.words[next.first]!.form;
  if (goesOnWishing.has(opening)) return true;
  if (limits.has(opening)) return next.last - next.first <= MAX_LIMIT_WORDS;
  return before.tail.includes('?') && questionWords.has(read.words[before.first]!.form);
}

/** A list of wishes goes on: "Wanted: someone to book hotels. Another to pay." */
const goesOnWishing = new Set('another or plus'.split(' '));
const MAX_LIMIT_WORDS = 12;
const limits = new Set('under max maximum budget below most within'.split(' ').concat('no', 'at', 'up'));
const questionWords = new Set('what which who how whom'.split(' '));

/**
 * Extends the scope of another person to a sentence that begins with a pronoun: "My sister says I talk too
 * much. She's 29 and single too." This happens only where the writer speaks of themselves as well, since the
 * text may be about that person.
 */
export function carryOthers(read: ReadText, scopes: WordScope[], writer: ReadonlySet<string>): void {
  const goesOn = ({ first }: Sentence, position: number) =>
    position > 0 && thirdPerson.has(read.words[first]!.form) && scopes[first - 1] === 'other';
  if (!read.sentences.some(goesOn) || !speaksOfThemselves(read, writer)) return;
  for (const [position, sentence] of read.sentences.entries()) {
    if (!goesOn(sentence, position)) continue;
    for (let at = sentence.first; at < sentence.last && !ownForms.has(read.words[at]!.form); at++)
      if (scopes[at] === 'self') scopes[at] = 'other';
  }
}

/** Whether the writer tells an age of their own, or more than the relation to the other person. */
function speaksOfThemselves(read: ReadText, writer: ReadonlySet<string>): boolean {
  if (ownWords(read, writer) > MAX_OWN_WORDS) return true;
  return read.words.some(
    (_, at) => (numberAt(read, at)?.value ?? 0) >= 18 && ownAge.test(formsBefore(read, at, 4)),
  );
}

const ownAge = /(?:^| )(?:im|i am)(?: an?)?(?: [a-z]+(?: of)?)?$/;
const ownForms = new Set('i im ive id me my we our'.split(' '));
/** The most "I" and "we" that tell only the writer's relation to the other person. */
const MAX_OWN_WORDS = 2;
