/** What stands around the name of a place that has no cue. */
import type { Word } from './read-text.ts';
import { isEnglishWord } from './word-forms.ts';

/** Whether a text is written without capitals, so that a name without one may be a place. */
export const isLowerCase = (words: readonly Word[]) => words.every(({ capital }) => !capital);

/** After a word of everyday English that is no name and joins nothing: "warehouse job Rotterdam". */
export function followsNoun(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  return (
    before !== undefined &&
    words[at]!.gap === ' ' &&
    before.form.length > 2 &&
    (!before.capital || words[at - 2]?.clause !== before.clause) &&
    isEnglishWord(before.form) &&
    !joins.test(before.form)
  );
}
const joins =
  /^(?:the|and|but|for|from|with|than|via|per|into|over|like|love|loved|miss|visit|visited|visiting|leave|left|leaving|not|except|between|through|towards?|about|that|this|than|versus|see|saw|know|called|named|mr|mrs|miss|dr|dear|hi|hey|hello|saint|new|our|your|his|her|their)$/;
