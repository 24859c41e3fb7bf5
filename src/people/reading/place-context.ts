/** Tests of the words around a place's name that has no cue. */
import type { ReadText, Word } from './read-text.ts';
import { isEnglishWord } from './word-forms.ts';

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
    !joins.test(before.form)
  );
}
const joins =
  /^(?:the|and|but|for|from|with|than|via|per|into|over|like|love|loved|miss|visit|visited|visiting|leave|left|leaving|not|except|between|through|towards?|about|that|this|than|versus|see|saw|know|called|named|mr|mrs|miss|dr|dear|hi|hey|hello|saint|new|our|your|his|her|their)$/;
