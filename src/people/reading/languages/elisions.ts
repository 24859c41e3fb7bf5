/**
 * Takes elided articles and pronouns of French and Italian apart from their word: "d'Amsterdam", "j'ai",
 * "l'anno", "dell'azienda". English has other elisions ("don't", "o'clock"), so texts with few words of a
 * Romance language stay as they are.
 */
import type { WordAt } from '../../../domains/phrase-pattern.ts';

const elided =
  /^(?:[djlnsct]|qu|jusqu|lorsqu|puisqu|dell|nell|all|sull|dall|un|quell|quest)['’](?=\p{L}{2})/iu;
const romance = new Set(
  'de la le les des du et en un une je suis pour avec il di che per con una sono gli ho cerco cherche vends vendo ans anni mois'.split(
    ' ',
  ),
);
/** Words that are looked at, and Romance ones that are needed among them. */
const MAX_LOOKED_AT = 200;
const FEWEST = 2;

export function splitElisions(text: string, words: readonly WordAt[]): readonly WordAt[] {
  if (!/['’]/.test(text) || !isRomance(words)) return words;
  return words.flatMap((word) => {
    const length = elided.exec(text.slice(word.start, Math.min(word.end, word.start + 10)))?.[0].length;
    if (length === undefined || word.end - word.start - (length - 1) !== word.word.length) return [word];
    return [
      { word: word.word.slice(0, length - 1), start: word.start, end: word.start + length - 1 },
      { word: word.word.slice(length - 1), start: word.start + length, end: word.end },
    ];
  });
}

function isRomance(words: readonly WordAt[]): boolean {
  let found = 0;
  for (let at = 0; at < words.length && at < MAX_LOOKED_AT; at++) {
    if (romance.has(words[at]!.word) && ++found >= FEWEST) return true;
  }
  return /^(?:j[ae]|jhab|jai|jaime)/.test(words[0]?.word ?? '') && found > 0;
}
