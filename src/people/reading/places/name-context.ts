/** Tests of the words around a place's name. */
import type { ReadText, Word } from '../words/read-text.ts';
import { isEnglishWord } from '../words/word-forms.ts';

/** Whether no sentence begins with a capital, as in chats: a name there has none either. */
export function lacksCapitals({ words, sentences }: ReadText): boolean {
  return sentences.slice(0, 20).every(({ first }) => !words[first]!.capital);
}

/** After a word of everyday English that is no name and joins nothing: "warehouse job Rotterdam". */
export function followsNoun(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  return (
    before !== undefined &&
    words[at]!.gap === ' ' &&
    before.form.length > 2 &&
    (!before.capital || words[at - 2]?.clause !== before.clause) &&
    isEnglishWord(before.form) &&
    !joins.has(before.form)
  );
}
const joins = new Set(
  'the and but for from with than via per into over like love loved miss visit visited visiting leave left leaving not except between through toward towards about that this than versus see saw know called named mr mrs miss dr dear hi hey hello saint new our your his her their'.split(
    ' ',
  ),
);

export function isAllCapitals(read: ReadText, at: number): boolean {
  const { sentence } = read.words[at]!;
  const { first, last } = read.sentences[sentence]!;
  const words = read.words.slice(first, Math.min(last, first + 40));
  const long = words.filter(({ start, end }) => end - start > 3);
  return (
    long.length >= 2 &&
    long.every(({ start, end }) => read.text.slice(start, end) === read.text.slice(start, end).toUpperCase())
  );
}

/** Whether a clause begins at the word, or after a direction that does: "South Manchester". */
export function opensClause(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before?.clause !== words[at]!.clause || afterPrice.has(before.form)) return true;
  return direction.test(before.form) && words[at - 2]?.clause !== before.clause;
}

/** Whether a clause ends with the word before `last`. */
export const closesClause = (words: readonly Word[], last: number): boolean =>
  words[last]?.clause !== words[last - 1]!.clause;

const direction = /^(?:north|south|east|west|central|greater|downtown|inner|outer|upper|lower)$/;
/** "2650€ ono málaga": an ad in chat style goes on without a comma. */
export const afterPrice = new Set(
  'ono obo vb firm neg negotiable $ € £ eur euro euros gbp usd quid bucks chf kr'.split(' '),
);
