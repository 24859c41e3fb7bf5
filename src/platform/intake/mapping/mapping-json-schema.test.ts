/** The schema for editors takes what the importer takes. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseMapping } from './mapping.ts';
import { mappingJsonSchema } from './mapping-json-schema.ts';

const isMapping = new Ajv2020({ strict: false }).compile(mappingJsonSchema());
const root = new URL('../../../../', import.meta.url);

test.each(['bench/okcupid/mapping.yaml', 'docs/guide/examples/people.yaml'])('%s', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8');
  expect(() => parseMapping(text, name)).not.toThrow();
  expect(isMapping(parse(text))).toBe(true);
});

test.each([
  ['an unknown key', 'user_id: id\nfeilds: {}'],
  ['no id', 'fields: {age: age}'],
  ['an unknown step', 'user_id: id\nfields: {age: {column: age, az: integer}}'],
  ['an unknown type within a choice', 'user_id: {first: [{column: a, as: int}]}'],
  ['an unknown condition', 'user_id: id\nreject: [{if: {column: a, equals: b}, reason: c}]'],
])('%s is a fault', (_, text) => {
  expect(() => parseMapping(text, 'm.yaml')).toThrow();
  expect(isMapping(parse(text))).toBe(false);
});
