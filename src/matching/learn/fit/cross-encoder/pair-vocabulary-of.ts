/** Builds the vocabulary of a cross encoder: the fields, values and numbers that get a token. */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { FieldDefinition } from '../../../../domains/field.ts';
import type { PairVocabulary, VocabularyField } from '../../../ranking/cross-encoder/pair-vocabulary.ts';
import type { Person } from '../../../ranking/scoring/person.ts';

/** Minimum number of people with a value; a rarer value would identify people. */
const FEWEST_PEOPLE = 10;
/** Quantiles of the people between which numbers are distinguished. */
const QUANTILES = [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1];
const DISTANCES_KM = [0, 5, 25, 100, 400, 1500];

/**
 * Free strings (such as names) have no tokens, and soft texts count by their sentences. Constant fields are
 * left out.
 */
export function pairVocabularyOf(definition: DomainDefinition, persons: readonly Person[]): PairVocabulary {
  const sentence = persons.flatMap(({ sentences }) => sentences)[0];
  return {
    fields: definition.fields.flatMap((field) => tokensOf(field, persons)),
    sentenceDimension: sentence?.vector.length ?? 0,
  };
}

function tokensOf(field: FieldDefinition, persons: readonly Person[]): readonly VocabularyField[] {
  const { name, kind, type, format } = field;
  if (kind === 'soft') return [];
  if (format === 'geo') {
    const placed = persons.filter((person) => person.place(name) !== undefined).length;
    return placed < FEWEST_PEOPLE ? [] : [{ kind: 'distance', name, knots: DISTANCES_KM }];
  }
  if (type === 'string') return [];
  const given = persons.map((person) => person.value(name)).filter((value) => value !== undefined);
  if (type === 'integer' || type === 'number') {
    const knots = quantilesOf(given.filter((value) => typeof value === 'number'));
    return knots.length < 2 || given.length < FEWEST_PEOPLE ? [] : [{ kind: 'number', name, knots }];
  }
  const counts = new Map<string, number>();
  for (const value of given.flatMap((one) => (typeof one === 'object' ? one : [String(one)]))) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const declared = field.values ?? ['false', 'true'];
  const values = declared.filter((value) => (counts.get(value) ?? 0) >= FEWEST_PEOPLE);
  return values.length === 0 ? [] : [{ kind: 'values', name, values }];
}

function quantilesOf(numbers: readonly number[]): number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const knots = QUANTILES.map((quantile) => sorted[Math.round(quantile * (sorted.length - 1))]!);
  return sorted.length === 0 ? [] : [...new Set(knots)];
}
