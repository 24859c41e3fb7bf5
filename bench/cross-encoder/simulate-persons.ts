/** People with random values in the fields of a domain. */
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { FieldDefinition, FieldValue } from '../../src/domains/field.ts';
import { type Person, unit } from '../../src/matching/ranking/scoring/person.ts';
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const SENTENCE_DIMENSION = 256;

export interface Fill {
  readonly people: number;
  /** Share of the fields that have a value: 0..1. */
  readonly filled: number;
  readonly sentences: number;
}

export function simulatePersons(
  { fields }: DomainDefinition,
  { people, filled, sentences }: Fill,
  random: SeededRandom,
): readonly Person[] {
  return Array.from({ length: people }, () => {
    const given = fields.filter(() => random.uniform() < filled);
    const values = new Map(given.map((field) => [field.name, randomValue(field, random)]));
    const place = { key: 'p', lat: random.uniform() * 10, lon: random.uniform() * 10 };
    return {
      value: (name) => values.get(name),
      has: (name) => values.has(name),
      place: (name) => (values.has(name) ? place : undefined),
      text: () => undefined,
      sentences: Array.from({ length: sentences }, () => ({
        text: '',
        vector: unit(Float32Array.from({ length: SENTENCE_DIMENSION }, () => random.uniform() - 0.5)),
      })),
      updatedAtMs: 0,
    };
  });
}

function randomValue(field: FieldDefinition, random: SeededRandom): FieldValue {
  const values = field.values ?? [];
  const one = () => random.pick(values);
  if (field.type === 'boolean') return random.uniform() < 0.5;
  if (field.type === 'integer' || field.type === 'number') return random.below(100);
  if (field.type === 'string') return 'text';
  return field.multiple ? [...new Set([one(), one(), one()])] : one();
}
