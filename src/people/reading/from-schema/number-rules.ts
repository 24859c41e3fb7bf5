/** Rules for a number field that has none: by its unit, and by the words of its name and description. */

import { currencyWords } from '../../../domains/currency-words.ts';
import { AgeRule, type ExtractionRule, NumberRule, PhrasesRule } from '../../../domains/extraction-rules.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { measureUnits, percentWords } from '../quantities/units.ts';
import type { FieldWords } from './field-words.ts';
import { formsOf, wordsIn } from './value-words.ts';

interface Measure {
  readonly measure: NumberRule['measure'];
  readonly unit?: string;
  readonly currency?: string;
  readonly per?: NonNullable<NumberRule['per']>;
  /** Words that stand beside a bare count: "4 rooms". */
  readonly counted: readonly string[];
}

const periods: Readonly<Record<string, NonNullable<NumberRule['per']>>> = {
  hour: 'hour',
  hourly: 'hour',
  day: 'day',
  daily: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
  year: 'year',
  yearly: 'year',
  annual: 'year',
};
const NAMED = 0.9;
const LABELLED = 0.8;
const DESCRIBED = 0.8;
const ALONE = 0.72;
/** Cues of the ages of people, animals and things. */
const ageCues = ['old', 'age', 'aged', 'ages'];

export function measureOf(field: FieldDefinition): Measure {
  const unit = (field.unit ?? '').trim();
  const words = wordsIn(unit);
  const sign = /[$€£¥₹]/.exec(unit)?.[0];
  const currency = [sign, ...words]
    .map((word) => currencyWords.get(word ?? ''))
    .find((code) => code !== undefined);
  if (currency !== undefined) return { measure: 'money', currency, ...periodOf(field), counted: [] };
  if (unit === '%' || words.some((word) => percentWords.has(word)))
    return { measure: 'percent', counted: [] };
  const named = words[0] ?? '';
  for (const measure of ['duration', 'length', 'weight'] as const)
    if (Object.hasOwn(measureUnits[measure], named) && named.length > 0)
      return { measure, unit: named, counted: [] };
  return { measure: 'count', counted: words.flatMap(formsOf) };
}

const shortUnits = /^(?:h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?|ms|milliseconds?)$/;

/** Numbers of one kind can be taken for each other: years of age for years of work, but not for hours. */
export function kindOf({ measure, unit = '' }: Measure): string {
  return measure === 'duration' && shortUnits.test(unit) ? 'hours' : measure;
}

function periodOf(field: FieldDefinition): { per?: NonNullable<NumberRule['per']> } {
  const inUnit = wordsIn(`${field.unit ?? ''} ${field.name}`).map((word) => periods[word]);
  const named = /\b(?:per|an?|each|every)\s+(hour|day|week|month|year)\b/i.exec(field.description ?? '');
  const per = inUnit.find((period) => period !== undefined) ?? periods[named?.[1]?.toLowerCase() ?? ''];
  return per === undefined ? {} : { per };
}

/** `isAlone`: no other field has a number of this measure, so that the unit alone tells the field. */
export function numberRules(
  field: FieldDefinition,
  words: FieldWords,
  othersWords: readonly string[],
  isAlone: boolean,
): readonly ExtractionRule[] {
  const { counted, ...measure } = measureOf(field);
  const isAge = wordsIn(field.name).some((word) => word === 'age' || word === 'ages');
  const own = [...words.own, ...counted, ...(isAge ? ageCues : [])];
  const takes = takesOf(field);
  const rules: ExtractionRule[] = [];
  const add = (cues: readonly string[] | null, confidence: number, within: number) => {
    if (cues !== null && cues.length === 0) return;
    const others = othersWords.filter((word) => !own.includes(word));
    for (const take of takes)
      rules.push(
        NumberRule.parse({
          rule: 'number',
          ...measure,
          reads: 'any',
          confidence,
          take,
          within,
          ...(measure.measure === 'money' && { currency_optional: cues !== null }),
          ...(cues !== null && { cues }),
          ...(others.length > 0 && { not_cues: others }),
        }),
      );
  };
  add(own, NAMED, 6);
  // "Age: 2" needs no unit.
  const labels = isAlone && measure.unit !== undefined ? [...own, ...formsOf(measure.unit)] : own;
  if (labels.length > 0 && measure.measure !== 'count' && measure.measure !== 'money')
    rules.push(
      NumberRule.parse({
        rule: 'number',
        reads: 'any',
        cues: labels.map((word) => `^ ${word}`),
        within: 1,
        confidence: LABELLED,
      }),
    );
  add(words.described, DESCRIBED, 5);
  const times = oftenCues(field);
  if (times !== null)
    rules.push(
      NumberRule.parse({ rule: 'number', reads: 'any', cues: times, within: 3, confidence: DESCRIBED }),
    );
  if (measure.measure === 'money') rules.push(nothingAsked);
  const [least = 0] = field.range ?? [];
  if (isAge && least >= YOUNGEST)
    rules.push(AgeRule.parse({ rule: 'age', ...(field.range !== undefined && { range: field.range }) }));
  if (isAlone && measure.measure !== 'count') add(null, ALONE, 5);
  return rules;
}

/** Ages from here on are those of people, who write "34, Munich". */
const YOUNGEST = 10;

const nothingAsked = PhrasesRule.parse({
  rule: 'phrases',
  reads: 'any',
  confidence: 0.75,
  values: {
    '0': [
      {
        phrase: [
          '(for free|free of charge|gratis|at no cost|no charge|costs nothing|free to a good home|free to [a|good] [_] home)',
        ],
        negation: 'ignore',
      },
      { phrase: ['no [_] (fee|cost|costs|charge|rent)'], negation: 'ignore' },
    ],
  },
});

/** The cues beside a number of times, for a field such as "sessions_per_week". */
function oftenCues(field: FieldDefinition): readonly string[] | null {
  const [, period] = /_(?:per|a|each)_(day|week|month|year)$/.exec(field.name) ?? [];
  if (period === undefined) return null;
  const often = period === 'day' ? 'daily' : `${period}ly`;
  return [`(a|per|each|every|p) ${period}`, often, `times [a|per|each|every] ${period}`];
}

/** "up to 4" and "at least 4" both give a field 4 whose name has no bound. */
function takesOf(field: FieldDefinition): readonly NumberRule['take'][] {
  const words = wordsIn(field.name);
  if (words.some((word) => /^(?:max|maximum|most|budget|limit|up)$/.test(word))) return ['high', 'low'];
  return ['low', 'high'];
}
