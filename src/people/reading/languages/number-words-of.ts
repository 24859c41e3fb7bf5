/** The table of numbers for a text: that of the view's language, else of English. */
import type { ReadText } from '../read-text.ts';
import type { NumberWords } from './number-words.ts';
import { englishNumbers } from './numbers/en.ts';

export const numberWordsOf = ({ spelling }: Pick<ReadText, 'spelling'>): NumberWords =>
  spelling?.numbers ?? englishNumbers;
