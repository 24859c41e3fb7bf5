/** The tables for a text: those of the view's language, else of English. */
import type { ReadText } from '../read-text.ts';
import type { AmountWords } from './amount-words.ts';
import type { NumberWords } from './number-words.ts';
import { englishAmounts } from './numbers/amounts.en.ts';
import { englishNumbers } from './numbers/en.ts';

type Spelled = Pick<ReadText, 'spelling'>;

export const numberWordsOf = ({ spelling }: Spelled): NumberWords => spelling?.numbers ?? englishNumbers;

export const amountWordsOf = ({ spelling }: Spelled): AmountWords =>
  spelling?.numbers.amounts ?? englishAmounts;
