/**
 * Rules for the fields of a domain that have none, made from names, types, units, values and descriptions.
 * They are ordinary rules: their findings are decided, explained and corrected as any others.
 */

import type { DomainDefinition } from '../../../domains/definition.ts';
import {
  type ExtractionRule,
  PatternRule,
  PhrasesRule,
  PlaceRule,
  PrototypeRule,
  TextRule,
} from '../../../domains/extraction-rules.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import { booleanRules } from './boolean-rules.ts';
import { fieldWordsOf } from './field-words.ts';
import { kindOf, measureOf, numberRules } from './number-rules.ts';
import { type ValueWords, valueWordsOf, wordsIn } from './value-words.ts';
import { openWordRelations } from './word-relations.ts';

/** The definition with rules for each field without `extract`. Returns it unchanged where all have some. */
export function withRulesOfSchema(definition: DomainDefinition): DomainDefinition {
  const bare = definition.fields.filter(({ extract }) => extract === undefined);
  if (bare.length === 0) return definition;
  const hasRules = definition.fields.some(({ extract }) => (extract?.length ?? 0) > 0);
  const firstSoft = definition.fields.find(({ kind }) => kind === 'soft');
  return {
    ...definition,
    extraction: {
      neutral_you: !hasRules,
      neutral_others: !hasRules,
      neutral_wishes: !hasRules,
      needs_side: false,
      needs_value: false,
      threshold: 0.5,
      ...definition.extraction,
    },
    fields: definition.fields.map((field) =>
      field.extract === undefined
        ? { ...field, extract: rulesOf(field, definition, field === firstSoft) }
        : field,
    ),
  };
}

function rulesOf(
  field: FieldDefinition,
  { fields }: DomainDefinition,
  keepsText: boolean,
): ExtractionRule[] | undefined {
  const rules = field.kind === 'soft' ? (keepsText ? [wholeText] : []) : hardRules(field, fields);
  return rules.length === 0 ? undefined : [...rules];
}

const wholeText = TextRule.parse({
  rule: 'text',
  take: 'whole',
  reads: 'any',
  min_words: 1,
  max_characters: 65_536,
});

function hardRules(field: FieldDefinition, fields: readonly FieldDefinition[]): readonly ExtractionRule[] {
  if (field.kind === 'derived') return [];
  if (isGeo(field)) return [PlaceRule.parse({ rule: 'place', reads: 'any' })];
  const relations = openWordRelations();
  const words = fieldWordsOf(field, fields, relations);
  switch (field.type) {
    case 'integer':
    case 'number': {
      const kind = kindOf(measureOf(field));
      const alike = fields.filter(
        (other) =>
          other !== field && /^(?:integer|number)$/.test(other.type) && kindOf(measureOf(other)) === kind,
      );
      const othersWords = alike.flatMap((other) => fieldWordsOf(other, fields, relations).own);
      return numberRules(field, words, othersWords, alike.length === 0);
    }
    case 'boolean':
      return booleanRules(field, words, relations);
    case 'enum':
      return enumRules(field);
    case 'string':
      return [labelled(field)];
  }
}

/** Least cosine of a phrase with the name of a value, and how far it is ahead of every other value's. */
const NEAR = 0.4;
const NEARER = 0.12;

function enumRules(field: FieldDefinition): readonly ExtractionRule[] {
  const named = valueWordsOf(
    { values: field.values!, labels: field.value_labels ?? {} },
    openWordRelations(),
  ).filter(({ phrases }) => phrases.length > 0);
  if (named.length === 0) return [];
  return [
    PhrasesRule.parse({
      rule: 'phrases',
      reads: 'any',
      values: Object.fromEntries(
        named.map(({ value, phrases }) => [value, [...phrases, ...soughtBy(value, named)]]),
      ),
    }),
    PrototypeRule.parse({
      rule: 'prototype',
      compares: 'phrases',
      reads: 'any',
      threshold: NEAR,
      margin: NEARER,
      values: Object.fromEntries(
        field.values!.map((value) => [
          value,
          [
            wordsIn(value).join(' '),
            ...(field.value_labels?.[value] === undefined ? [] : [field.value_labels[value]]),
          ],
        ]),
      ),
    }),
  ];
}

const SOUGHT = 0.95;

/** "Looking for a mentor" is said by a mentee: of two kinds of people, one looks for the other. */
function soughtBy(value: string, named: readonly ValueWords[]) {
  const [one, other] = named;
  if (named.length !== 2 || one === undefined || other === undefined || !arePeople(named)) return [];
  const sought = value === one.value ? other : one;
  const own = sought.phrases.filter(({ confidence }) => confidence >= SURE).map(({ phrase }) => phrase);
  return own.map((phrase) => ({
    phrase: `(looking for|look for|searching for|search for|seeking|seek|seeks|need|needs|want|wants|would like|find|hire|in need of) [a|an|the|my|some|another] [_] [_] ${phrase}`,
    confidence: SOUGHT,
  }));
}

const SURE = 0.85;

/** Whether all values are names of people ("tutor", "student"). */
function arePeople(named: readonly ValueWords[]): boolean {
  return named.every(({ value }) =>
    /(?:or|er|ee|ist|ent|ant|ian|ner|student|mentor|coach|host|guest)$/.test(value),
  );
}

/** A string that is a line's value: "Breed: border collie". */
function labelled(field: FieldDefinition): ExtractionRule {
  const label = wordsIn(field.label ?? field.name).join('[ _-]');
  return PatternRule.parse({
    rule: 'pattern',
    reads: 'any',
    pattern: `(?:^|[\\n|;,])\\s*[-*•]?\\s*${label}\\s*[:=]\\s*(?P<value>[^\\n|;,]{1,80})`,
  });
}
