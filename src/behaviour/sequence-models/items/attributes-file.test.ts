import { expect, test } from 'vitest';
import type { FeatureDeclarations } from '../../../contract/dataset-features.ts';
import { featureColumns } from '../../datasets/features/feature-columns.ts';
import { attributesFile, readItemAttributes } from './attributes-file.ts';

const declared: FeatureDeclarations = { price: { type: 'number' }, genre: { type: 'list' } };

test('a model knows the attributes and dates of each item', () => {
  const values = [null, '{"price":1.5}', '{"genre":["a\\nb","é"]}'];
  const attributes = Array.from({ length: 10_000 }, (_, item) => values[item % values.length]!);
  const createdAtMs = Float64Array.from(attributes, (_, item) => (item % 2 === 0 ? Number.NaN : item));
  const collected = { declared, attributes, createdAtMs };
  const bytes = attributesFile(collected)!;
  expect(readItemAttributes(bytes, attributes.length)).toEqual(featureColumns(collected));
  expect(() => readItemAttributes(bytes, 5)).toThrow(/of 10000 items; its catalogue has 5/);
});

test('dates alone are kept, and without either there is no file', () => {
  const dated = { declared: {}, attributes: [null], createdAtMs: Float64Array.of(7) };
  expect(readItemAttributes(attributesFile(dated)!, 1)).toEqual(featureColumns(dated));
  expect(attributesFile({ ...dated, createdAtMs: Float64Array.of(Number.NaN) })).toBeNull();
});
