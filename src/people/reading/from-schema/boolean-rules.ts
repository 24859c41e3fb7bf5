/** Rules for a boolean field that has none: the thing that its name names is there, or is denied. */

import type { ExtractionRule } from '../../../domains/extraction-rules.ts';
import { BooleanRule } from '../../../domains/extraction-rules.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
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
  const known = commonWords.find(({ names }) => names.test(named.join(' ')));
  const whole = named.length > 1 ? [named.join(' '), named.join(' ... ')] : [];
  const single = named.length === 1 ? words.own.filter((word) => !roleWords.has(word)) : [];
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
        ...(known?.yes ?? []).map((phrase) => ({ phrase, confidence: RELATED })),
      ],
      false: [
        ...denied.map((phrase) => ({ phrase, confidence: NAMED, negation: 'ignore' })),
        ...[...phrases, ...related].map((word) => ({
          phrase: `${word} (may|can|must|should|are|is|do|does|will|were) [sadly|unfortunately] (not|no longer)`,
          confidence: NAMED,
          negation: 'ignore',
        })),
        ...related.map((word) => ({
          phrase: `(non|not a|anti) ${word}`,
          confidence: NAMED,
          negation: 'ignore',
        })),
        ...(known?.no ?? []).map((phrase) => ({ phrase, confidence: NAMED, negation: 'ignore' })),
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

/** Common phrases for things that many domains ask about, beside their names. */
const commonWords: readonly {
  readonly names: RegExp;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}[] = [
  {
    names:
      /^(?:meets? |lessons? |meetings? )?(?:online|remote|remotely|virtual|video)(?: lessons?| meetings?| sessions?| calls?)?$/,
    yes: [
      '(online|remote|remotely|virtual|virtually|zoom|skype|webcam|by video|video call*|video chat*|from anywhere)',
    ],
    no: ['(in person|face to face|on site only|offline only|at my place only)'],
  },
  {
    names: /^(?:in person|face to face|on ?site)$/,
    yes: ['(in person|face to face|on site|meet up|at your place|at my place)'],
    no: ['(online only|only online|remote only|video only)'],
  },
  {
    names: /^(?:smok\w*|non smok\w*)$/,
    yes: ['smok(er|ers|e|es|ing)'],
    no: ['(non|no|not a) smok(er|ers|ing)', 'nonsmok(er|ers|ing)'],
  },
  {
    names: /^(?:children|kids|child|family|families)$/,
    yes: ['(kid|kids|child|children|toddler*|families|family)'],
    no: ['(adults only|adult only|no small children)'],
  },
  {
    names: /^(?:pets?|animals?)$/,
    yes: ['(pet|pets|cats|dogs|cat|dog|animals)'],
    no: [],
  },
  {
    names: /^(?:neutered|spayed|sterili[sz]ed|castrated)$/,
    yes: ['(neuter*|spay*|steriliz*|sterilis*|castrat*|fixed)'],
    no: ['(intact|entire)'],
  },
  {
    names: /^(?:car|vehicle|driver|licen[cs]e|driving licen[cs]e)$/,
    yes: ['(own car|my car|a car|drive|driving licen*|van)'],
    no: ['(no car|dont drive|cannot drive|cant drive|without a car)'],
  },
];

const roleWords = new Set(
  'is are has have can may needs need wants want accepts accept allows allow allowed offers offer offered provides provide provided available required require requires included include includes friendly ok okay welcome possible only for with to the a an in of on at be does do will open good great suitable ideal safe fit likes gets along okay must'.split(
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
