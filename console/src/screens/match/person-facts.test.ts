import { expect, it } from 'vitest';
import type { SchemaField } from '../../api/queries.ts';
import { factInWords, personFacts } from './person-facts.ts';

const field = (name: string, part: Partial<SchemaField>): SchemaField => ({
  name,
  kind: 'hard',
  type: 'enum',
  required: false,
  priority: 'high',
  ...part,
});
const schema = [
  field('age', { type: 'integer', required: true, unit: 'years' }),
  field('relationship_goal', { values: ['long_term'] }),
  field('location', { type: 'string', format: 'geo', required: true }),
  field('price', { type: 'number', money: { currency: 'USD', rates: {} } }),
  field('about', { type: 'string', kind: 'soft' }),
];

it('puts the place before ages and choices, and leaves out texts', () => {
  const fields = { about: 'I run.', relationship_goal: 'long_term', age: 40, location: 'Lisbon, Portugal' };
  expect(personFacts(schema, fields).map(factInWords)).toEqual(['Lisbon, Portugal', 'age 40', 'long term']);
});

it('says money in its currency, and nothing of what is unknown or long', () => {
  const fields = { price: 1000, location: 'x'.repeat(61), other: 'y', age: null };
  expect(personFacts(schema, fields)).toEqual([{ name: 'price', value: '$1,000' }]);
  expect(personFacts(schema, fields).map(factInWords)).toEqual(['price $1,000']);
});
