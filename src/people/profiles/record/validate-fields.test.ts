import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { FieldDefinition } from '../../../domains/field.ts';
import { validateValue } from './validate-fields.ts';

const field = (given: Record<string, unknown>) =>
  FieldDefinition.parse({ name: 'f', kind: 'hard', ...given });
const integer = field({ type: 'integer', range: [18, 120] });
const number = field({ type: 'number' });
const choice = field({ type: 'enum', values: ['a', 'b'] });
const set = field({ type: 'enum', values: ['a', 'b', 'c'], multiple: true });
const flag = field({ type: 'boolean' });
const text = field({ type: 'string' });
const place = field({ type: 'string', format: 'geo' });
const soft = FieldDefinition.parse({ name: 'f', kind: 'soft', type: 'string' });

describe('taken', () => {
  test.each([
    [integer, 18, 18],
    [integer, 120, 120],
    [number, -0.5, -0.5],
    [choice, 'a', 'a'],
    [set, ['b', 'a', 'b'], ['b', 'a']],
    [flag, false, false],
    [text, 'x'.repeat(256), 'x'.repeat(256)],
    [place, 'Lisbon', 'Lisbon'],
    [place, { lat: 38.72, lon: -9.14 }, '38.72,-9.14'],
    [soft, 'I care about honesty', 'I care about honesty'],
  ])('%o', (definition, given, kept) => {
    expect(validateValue(definition, given)).toEqual(kept);
  });
});

describe('refused with invalid_field_value', () => {
  test.each([
    [integer, 17],
    [integer, 121],
    [integer, 20.5],
    [integer, '29'],
    [integer, Number.NaN],
    [number, Number.POSITIVE_INFINITY],
    [number, null],
    [choice, 'A'],
    [choice, ['a']],
    [choice, 1],
    [set, 'a'],
    [set, []],
    [set, ['a', 'z']],
    [flag, 'true'],
    [flag, 0],
    [text, ''],
    [text, '  '],
    [text, 'x'.repeat(257)],
    [text, { lat: 1, lon: 2 }],
    [place, { lat: 91, lon: 0 }],
    [place, { lat: 1 }],
    [place, { lat: 1, lon: 2, alt: 3 }],
    [place, [1, 2]],
    [soft, 42],
    [soft, 'ä'.repeat(40_000)],
  ])('%o: %o', (definition, given) => {
    expect(() => validateValue(definition, given)).toThrow(
      expect.objectContaining({ code: 'invalid_field_value' }),
    );
  });

  test('any input is accepted or refused, and never fails otherwise', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(integer, number, choice, set, flag, text, place, soft),
        fc.anything(),
        (definition, given) => {
          try {
            validateValue(definition, given);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
    );
  });
});
