/** The phrases of a text, one to three words long, that may name something. */
import type { PrototypeRule } from '../../../domains/extraction-rules.ts';
import { isReadable, type TextDocument } from '../document.ts';
import { startsWithDigit } from '../words/letters.ts';

/** A text's later words are not compared. */
const MAX_PHRASES = 1200;
const MAX_WORDS = 3;

/** No phrase begins or ends with one of these. */
const emptyWords = new Set(
  'a an the and or but if then so as of in on at to for from by with without about into over under up down out off i im ive id ill me my mine myself you your youre we our us they them their he him his she her it its this that these those is are was were be been being am do does did done have has had having will would can could may might must shall should not no yes dont doesnt didnt isnt arent cant wont too very just only also really quite more most much many some any all each every other another such here there now when where who whom which what how why than like want wants need needs look looking seeking search searching get got give gives make makes take takes know think feel love good great nice please thanks hi hello hey ok okay one two three someone somebody anyone something anything everything nothing person people'.split(
    ' ',
  ),
);

export function readablePhrases(
  document: TextDocument,
  { reads }: Pick<PrototypeRule, 'reads'>,
): { readonly text: string; readonly first: number; readonly last: number }[] {
  const { words } = document;
  const phrases: { text: string; first: number; last: number }[] = [];
  for (let first = 0; first < words.length && phrases.length < MAX_PHRASES; first++) {
    if (!isReadable(document, first, reads) || isEmpty(words[first]!.word)) continue;
    let text = '';
    for (let last = first + 1; last <= Math.min(first + MAX_WORDS, words.length); last++) {
      const word = words[last - 1]!;
      if (last > first + 1 && (word.clause !== words[first]!.clause || !/^[\s\-‑]?$/.test(word.gap))) break;
      text = text === '' ? word.word : `${text} ${word.word}`;
      if (!isEmpty(word.word)) phrases.push({ text, first, last });
    }
  }
  return phrases;
}

const isEmpty = (word: string) => startsWithDigit(word) || word.length < 2 || emptyWords.has(word);
