/** Texts that are written for another person: "My mother is 61 and lives in Leeds. She is looking for …". */
import type { SharedWords } from '../../../domains/shared-words.ts';
import { formsBefore } from '../numbers/forms-beside.ts';
import { numberAt } from '../numbers/read-number.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';
import type { ReadText } from '../words/read-text.ts';
import type { ScopeCues } from './compile-scope-cues.ts';
import { isKin, isKinWithVerb } from './kin.ts';
import type { WordScope } from './word-scope.ts';

/** The most "I" and "we" that tell only the writer's relation to the other person. */
const MAX_OWN_WORDS = 2;
/** The same in a text in which the writer states no wish: "I ran a bakery, so I am no help to her." */
const MAX_WISHLESS_WORDS = 6;
/** Sentences that may precede the other person: "Hello. Sorry for the long post. My cousin …". */
const OPENING_SENTENCES = 3;

/**
 * Whether the text is about another person from its first sentences on, and that person has the wish. The
 * writer says next to nothing of themselves: "My mother is 61 and lives in Leeds. She is looking for …".
 */
export function isSpokenFor(
  read: ReadText,
  scopes: readonly WordScope[],
  { spokenWishes, ownWishes, words }: ScopeCues,
): boolean {
  const opening = read.sentences[Math.min(OPENING_SENTENCES, read.sentences.length) - 1];
  if (opening === undefined || !scopes.slice(0, opening.last).includes('other')) return false;
  const own = ownWords(read, words.writer);
  if (own > MAX_WISHLESS_WORDS || spokenWishes.matches(read).length === 0) return false;
  return own <= MAX_OWN_WORDS || ownWishes?.matches(read).length === 0;
}

export function ownWords({ words }: ReadText, writer: ReadonlySet<string>): number {
  let own = 0;
  for (const { form } of words) if (writer.has(form)) own++;
  return own;
}

/** "Writing this for my best mate", "I am writing regarding my son Arjun". */
const occasion =
  '(writing|posting|typing|filling this|signing up|profile|ad|advert|asking) [this|it|here|in]';
const writesFor = new PhraseMatcher<true>().add(
  `${occasion} (for|on behalf of|regarding|about|concerning) (my|our|a) _`,
  true,
);

export function isWrittenFor(read: ReadText): boolean {
  const opening = read.sentences[Math.min(OPENING_SENTENCES, read.sentences.length) - 1];
  return writesFor.matches(read, 0, opening?.last ?? 0).length > 0;
}

/** The other person becomes the profile, but not their own relatives: "his sister (36) lives in Sydney". */
export function describeOther({ words }: ReadText, scopes: WordScope[]): void {
  let isRelative = false;
  for (const [at, { form, sentence, clause }] of words.entries()) {
    const before = words[at - 1];
    const opens = before?.clause !== clause;
    if (before?.sentence !== sentence || (opens && thirdPerson.has(form))) isRelative = false;
    const next = [words[at + 1], words[at + 2]].filter((word) => word?.sentence === sentence);
    if (opens && /^(?:his|her|their)$/.test(form) && next.some((word) => isKin(word!.form)))
      isRelative = true;
    if (isRelative) scopes[at] = 'other';
    else if (scopes[at] === 'other') scopes[at] = 'self';
  }
}

export const thirdPerson: ReadonlySet<string> = new Set('he she hes shes'.split(' '));

/**
 * The writer's statements about themselves in a text about another person: "I am 68", in "I am 68. My son is
 * forty-one, …". A statement goes on until the other person comes up, or until its sentence or bracket ends.
 * There are none where that person's age is not told.
 */
export function writersWords(
  read: ReadText,
  { conjunctions, writer }: Pick<SharedWords, 'conjunctions' | 'writer'>,
): readonly number[] {
  const { words, sentences } = read;
  if (!words.some((_, at) => isAgeOfOther(read, at) || isAgeAlone(read, at))) return [];
  const aside: number[] = [];
  for (const { first, last } of sentences) {
    let isAside = false;
    for (let at = first; at < last; at++) {
      const { form, clause, gap } = words[at]!;
      const opens = at === first || words[at - 1]!.clause !== clause || conjunctions.has(words[at - 1]!.form);
      if (opens && writer.has(form)) isAside = true;
      else if (
        gap.includes(')') ||
        beginsOther.test(form) ||
        (ofWriter.test(form) && isKin(words[at + 1]?.form ?? ''))
      )
        isAside = false;
      if (isAside) aside.push(at);
    }
  }
  return aside;
}

const beginsOther = /^(?:he|she|they|hes|shes|theyre|who|her|his|him)$/;
const ofWriter = /^(?:my|our|ma|a|for)$/;

/** "Dave's a fireman, 36.", "my son Arjun, 31 years": an age that is a whole clause. */
function isAgeAlone(read: ReadText, at: number): boolean {
  const number = numberAt(read, at);
  if (number === null || number.value < 18 || number.value > 99 || !Number.isInteger(number.value))
    return false;
  const { clause } = read.words[at]!;
  const next = read.words[number.last];
  const last = /^(?:years?|yrs?)$/.test(next?.form ?? '') ? number.last + 1 : number.last;
  return read.words[at - 1]?.clause !== clause && read.words[last]?.clause !== clause;
}

/** "My younger brother, Shri Arvind, aged 33" */
const MOST_WORDS_BEFORE_AGE = 5;

/** Whether a number from 18 to 99 follows "he is", "she's", "my son is", "Dad is". */
function isAgeOfOther(read: ReadText, at: number): boolean {
  const number = numberAt(read, at);
  if (number === null || number.value < 18 || number.value > 99) return false;
  const lead = formsBefore(read, at, MOST_WORDS_BEFORE_AGE).split(' ');
  const verb = lead.at(-1) ?? '';
  if (/^(?:hes|shes)$/.test(verb) || isKinWithVerb(verb)) return true;
  const near = lead.slice(verb === 'aged' ? 0 : -3, -1);
  return /^(?:is|s|turned|aged)$/.test(verb) && near.some((form) => /^(?:he|she)$/.test(form) || isKin(form));
}
