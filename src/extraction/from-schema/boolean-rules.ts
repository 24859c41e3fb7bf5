/** Rules for a boolean field that has none: the thing that its name names is there, or is denied. */

import type { ExtractionRule } from '../../domains/extraction-rules.ts';
import { BooleanRule } from '../../domains/extraction-rules.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import type { FieldWords } from './field-words.ts';
import { wordsIn } from './value-words.ts';
import type { WordRelations } from './word-relations.ts';

const NAMED = 0.88;
const RELATED = 0.75;

export function booleanRules(
  field: FieldDefinition,
  words: FieldWords,
  relations: WordRelations,
): readonly ExtractionRule[] {
  const named = contentWords(field);
  if (named.length === 0) return [];
  const whole = named.length > 1 ? [named.join(' '), named.join(' ... ')] : [];
  const single = named.length === 1 ? words.own : [];
  const related = named.length === 1 ? derivedFrom(named[0]!, relations) : [];
  const phrases = [...new Set([...whole, ...single])];
  const denied = [...new Set([...named.map((word) => `un${word}`), ...named.map((word) => `non ${word}`)])];
  return [
    BooleanRule.parse({
      rule: 'boolean',
      reads: 'any',
      true: [
        ...phrases.map((phrase) => ({ phrase, confidence: NAMED })),
        ...related.map((phrase) => ({ phrase, confidence: RELATED })),
      ],
      false: [
        ...denied.map((phrase) => ({ phrase, confidence: NAMED, negation: 'ignore' })),
        ...named.map((word) => ({ phrase: `${word} (free|less)`, confidence: NAMED, negation: 'ignore' })),
        ...named.map((word) => ({
          phrase: `${word} , (no|none|false|n|never)`,
          confidence: NAMED,
          negation: 'ignore',
        })),
      ],
    }),
  ];
}

const roleWords = new Set(
  'is are has have can may needs need wants want accepts accept allows allow allowed offers offer offered provides provide provided available required require requires included include includes friendly ok okay welcome possible only for with to the a an in of on at be does do will open'.split(
    ' ',
  ),
);

function contentWords(field: FieldDefinition): readonly string[] {
  return wordsIn(field.name).filter((word) => !roleWords.has(word) && word.length > 1);
}

/** "insured" beside "insurance", "vaccination" beside "vaccinated". */
function derivedFrom(word: string, relations: WordRelations): readonly string[] {
  const stem = word.slice(0, Math.max(4, word.length - 4));
  return [
    ...new Set(
      relations
        .meaningsOf(word)
        .concat(relations.meaningsOf(word.replace(/e?d$/, '')), relations.meaningsOf(word.replace(/d$/, '')))
        .flatMap((meaning) => [meaning.id, ...meaning.derived, ...meaning.similar])
        .flatMap((id) => relations.meaning(id).words.filter(({ rank }) => rank <= 2))
        .map((one) => one.word)
        .filter((other) => other !== word && other.startsWith(stem)),
    ),
  ];
}
