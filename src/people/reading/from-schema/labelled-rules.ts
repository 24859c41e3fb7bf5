/**
 * Rules for lines that are labelled with a field's own name ("Response time: 300", "pets_allowed: no"), as
 * forms and cards have them. They follow the rules that a field has.
 */
import {
  BooleanRule,
  type ExtractionRule,
  NumberRule,
  PhrasesRule,
} from '../../../domains/extraction-rules.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import { wordsIn } from './value-words.ts';

const CONFIDENCE = 0.9;
const units = new Set(
  'ms s sec seconds minutes hours days weeks months years percent km kg usd eur gbp'.split(' '),
);

export function labelledRules(field: FieldDefinition): readonly ExtractionRule[] {
  // Ages have their own reader, which tells a person's own from those that they wish for.
  const hasOwnReader = field.extract?.some(({ rule }) => rule === 'age') ?? false;
  if (field.kind !== 'hard' || isGeo(field) || hasOwnReader) return [];
  const common = {
    reads: 'any',
    confidence: CONFIDENCE,
    ...(field.sides !== undefined && { sides: field.sides }),
  };
  const labels = labelsOf(field);
  switch (field.type) {
    case 'integer':
    case 'number':
      return [
        NumberRule.parse({ rule: 'number', ...common, cues: labels.map((label) => `^ ${label}`), within: 1 }),
      ];
    case 'boolean':
      return [
        BooleanRule.parse({
          rule: 'boolean',
          ...common,
          true: labels.map((label) => ({ phrase: `^ ${label} , (yes|true|y)`, negation: 'ignore' })),
          false: labels.map((label) => ({
            phrase: `^ ${label} , (no|false|n|none|never)`,
            negation: 'ignore',
          })),
        }),
      ];
    case 'enum':
      return [
        PhrasesRule.parse({
          rule: 'phrases',
          ...common,
          values: Object.fromEntries(
            field.values!.map((value) => [
              value,
              labels.flatMap((label) => namesOf(field, value).map((name) => `^ ${label} , ${name}`)),
            ]),
          ),
        }),
      ];
    case 'string':
      return [];
  }
}

/** The name, the name without its unit, and the label. */
function labelsOf({ name, label }: FieldDefinition): readonly string[] {
  const words = wordsIn(name);
  const bare = words.length > 1 && units.has(words.at(-1)!) ? words.slice(0, -1) : words;
  return [
    ...new Set(
      [words, bare, wordsIn(label ?? '')].filter((words) => words.length > 0).map((words) => words.join(' ')),
    ),
  ];
}

function namesOf({ value_labels: labels }: FieldDefinition, value: string): readonly string[] {
  const names = [value, labels?.[value] ?? value].map((name) => wordsIn(name).join(' '));
  return [...new Set(names)].filter((name) => name !== '');
}
