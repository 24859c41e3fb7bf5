/** Where the scope of a negator ends. */
import type { ReadText, Sentence } from '../words/read-text.ts';
import { isAnswer } from './denied-questions.ts';

const MAX_ITEM_WORDS = 4;
/** Longest scope, which also keeps a text of negators alone in linear time. */
const MAX_WORDS = 30;
const MAX_ITEMS = 8;
/**
 * Negators of verbs, and the words between one and the colon of its label: "We don't back: …", but "no
 * product: …".
 */
const refusingVerb = /^(?:dont|doesnt|wont|never|avoid|avoiding|cant)$/;
const MAX_LABEL_WORDS = 2;
/** "Does not want: hookups, pen pals", "not interested in: games". */
const wishingVerb =
  /^(?:want|wants|wanted|seeking|looking|interested|into|after|here|welcome|accepted|allowed)$/;
/**
 * After "not" these deny a degree alone: the commas of "not too heavy, green or black" are none of its list.
 */
const degrees = new Set(['too', 'so', 'very', 'overly', 'particularly', 'especially', 'that']);
/** The colon of "no: cats, dogs", but not the face in "knows nothing :( so I need help". */
const beginsList = /^\s*:(?!['’]?-?[()\\/|DPp])/;

/** The first word after the scope of the negator [first, last). */
export function scopeEnd(
  read: ReadText,
  sentence: Sentence,
  { first: negator, last: from }: Readonly<{ first: number; last: number }>,
  contrasts: ReadonlySet<string>,
): number {
  const limit = Math.min(sentence.last, from + MAX_WORDS);
  // "Must not: polyester, wool": a label denies its whole line.
  if (beginsList.test(read.words[from]?.gap ?? '') && !isAnswer(read, negator)) return limit;
  const isThirdPerson = thirdPerson.test(read.words[negator]!.form);
  const isOfDegree = degrees.has(read.words[from]?.form ?? '');
  const labelWords = refuses(read, negator) ? MAX_LABEL_WORDS : 0;
  for (let at = from; at < limit; at++) {
    const word = read.words[at]!;
    if (at > from && (contrasts.has(word.form) || (isThirdPerson && word.form === 'and'))) return at;
    if (at > from + 1 && beginsAnew(read, at)) return at;
    if (word.clause === read.words[at - 1]?.clause) continue;
    // "What we don't do: crypto, weapons": a negated label denies its line.
    if (at <= from + labelWords && /^\s*:\s*$/.test(word.gap)) return limit;
    if (isOfDegree || !listContinues(read, sentence, at)) return at;
  }
  return limit;
}

const thirdPerson = /^(?:doesnt|didnt|isnt|wasnt|hasnt)$/;

const refuses = ({ words }: ReadText, negator: number) =>
  refusingVerb.test(words[negator]!.form) ||
  (words[negator]!.form === 'not' && wishingVerb.test(words[negator + 1]?.form ?? ''));

const beginsAnew = ({ words }: ReadText, at: number) =>
  /^(?:i|im|id|we)$/.test(words[at]!.form) && words[at - 1]!.form !== 'what';

/** Whether the comma before `start` continues a list: short items, the last of them with "or" or "nor". */
function listContinues(read: ReadText, sentence: Sentence, start: number): boolean {
  let at = start;
  for (
    let item = 0;
    item < MAX_ITEMS && at < sentence.last && /^\s*(?:,|\/)\s*$/.test(read.words[at]!.gap);
    item++
  ) {
    const { clause } = read.words[at]!;
    let length = 0;
    let hasOr = false;
    while (at < sentence.last && length <= MAX_ITEM_WORDS && read.words[at]!.clause === clause) {
      hasOr ||= read.words[at]!.form === 'or' || read.words[at]!.form === 'nor';
      at++;
      length++;
    }
    if (hasOr) return true;
    if (length > MAX_ITEM_WORDS) return false;
  }
  return false;
}
