/** The tables of numbers, by ISO 639-1 code. */
import type { ReadText } from '../words/read-text.ts';
import type { AmountWords } from './amount-words.ts';
import type { NumberWords } from './number-words.ts';
import { englishAmounts } from './numbers/amounts.en.ts';
import { germanNumbers } from './numbers/de.ts';
import { englishNumbers } from './numbers/en.ts';
import { spanishNumbers } from './numbers/es.ts';
import { frenchNumbers } from './numbers/fr.ts';
import { italianNumbers } from './numbers/it.ts';
import { portugueseNumbers } from './numbers/pt.ts';

const foreignNumbers: ReadonlyMap<string, NumberWords> = new Map([
  ['de', germanNumbers],
  ['fr', frenchNumbers],
  ['es', spanishNumbers],
  ['pt', portugueseNumbers],
  ['it', italianNumbers],
]);

/** undefined: numbers of the language are read as in English. */
export const foreignNumbersOf = (code: string): NumberWords | undefined => foreignNumbers.get(code);

type InLanguage = Pick<ReadText, 'foreignLanguage'>;

export const numberWordsOf = ({ foreignLanguage }: InLanguage): NumberWords =>
  foreignLanguage === undefined ? englishNumbers : (foreignNumbers.get(foreignLanguage) ?? englishNumbers);

export const amountWordsOf = (read: InLanguage): AmountWords => numberWordsOf(read).amounts ?? englishAmounts;
