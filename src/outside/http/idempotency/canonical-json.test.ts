import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

test('is a text of the same value, and the same text whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      const text = canonicalJson(plain);
      expect(JSON.parse(text)).toEqual(plain);
      expect(canonicalJson(shuffled(plain))).toBe(text);
    }),
  );
});

test('has the form that stored fingerprints were made of', () => {
  expect(canonicalJson({ b: [1, 'é', null, [{}], []], a: { d: true, c: -0 } })).toBe(
    '{"a":{"c":0,"d":true},"b":[1,"é",null,[{}],[]]}',
  );
  expect(canonicalJson(undefined)).toBe('null');
});
