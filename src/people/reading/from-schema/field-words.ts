/** The words of a field's name, label and description by which a text names it. */
import type { FieldDefinition } from '../../../domains/field.ts';
import { formsOf, wordsIn } from './value-words.ts';
import { rankIn, type WordRelations } from './word-relations.ts';

/** Words of a name that tell the kind of its value, and not its subject. */
const roleWords = new Set(
  'max min maximum minimum most least number num no count total amount of per the a an in for is has have had can may needs need wants want accepts accept allows allow allowed offers offer offered provides provide provided available availability required require requires included include includes friendly ok okay welcome possible yes only and or to with from at on by be kind type level preferred preference usual main current years year months month weeks week days day hours hour minutes minute km kg eur usd gbp euro euros dollar dollars percent value field flag my your their'.split(
    ' ',
  ),
);
const everyday = new Set(
  'what which who whom whose where when how why this that these those it they he she person people people’s user profile asks asked ask long longest short shortest high highest low lowest whether if not one ones own want wants would will does do did are was were been being than then there here also very other others each every any all some most more as so such into about around between within after before up down out over under it its him her them'.split(
    ' ',
  ),
);

export interface FieldWords {
  /** Words of the name and the label, with other forms, and other words of the same meaning. */
  readonly own: readonly string[];
  /** Words of the description that no other field has. */
  readonly described: readonly string[];
}

export function fieldWordsOf(
  field: FieldDefinition,
  others: readonly FieldDefinition[],
  relations: WordRelations,
): FieldWords {
  const own = contentOf(`${field.name} ${field.label ?? ''}`);
  const elsewhere = new Set(
    others
      .filter((other) => other !== field)
      .flatMap((other) => contentOf(`${other.name} ${other.label ?? ''} ${other.description ?? ''}`)),
  );
  const same = own
    .filter((word) => !elsewhere.has(word))
    .flatMap((word) => synonymsOf(word, relations))
    .filter((word) => !elsewhere.has(word));
  const described = contentOf(field.description ?? '').filter(
    (word) => !everyday.has(word) && !elsewhere.has(word) && !own.includes(word) && word.length > 2,
  );
  return {
    own: [...new Set([...own, ...same].flatMap(formsOf))],
    described: [...new Set(described.flatMap(formsOf))],
  };
}

function contentOf(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !roleWords.has(word) && word.length > 1);
}

function synonymsOf(word: string, relations: WordRelations): readonly string[] {
  return relations
    .meaningsOf(word)
    .filter((meaning) => meaning.part === 'n' && rankIn(meaning, word) === 1)
    .flatMap(({ words }) => words.filter(({ rank }) => rank <= 2).map((word) => word.word));
}
