import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';
import { numberCases } from './testing/number-cases.ts';
import { exactNumber, idText, keepsDigits, WrittenNumber } from './written-number.ts';

/** Where a number may stand, and what may stand around it. */
const surroundings = [
  'N',
  ' N\n',
  '[N]',
  '[1,N ]',
  '{"a":N}',
  '{"a" :\t-1, "b": [ N , 2]}',
  '["1234567890123456789",N]',
];

function numbersIn(value: unknown): unknown[] {
  if (value instanceof WrittenNumber || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('a number', () => {
  it.each(numberCases)('$text', ({ text, isKept, id }) => {
    for (const around of surroundings) {
      const found = numbersIn(parseJson(around.replace('N', text)));
      expect(found).toContainEqual(isKept ? Number(text) : new WrittenNumber(text));
    }
    const given = exactNumber(text);
    expect(idText(given)).toEqual(id ?? given);
  });

  it('is written again with its digits', () => {
    const text = '{"a":9007199254740993,"b":[0.1234567890123456789012,1],"c":1e400}';
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });

  it.each([
    ['+9007199254740993', '9007199254740993'],
    ['-007.12345678901234567890', '-7.12345678901234567890'],
    ['.12345678901234567890', '0.12345678901234567890'],
    ['12345678901234567890.', '12345678901234567890'],
  ])('of a table, %s, has a JSON', (text, json) => expect(JSON.stringify(exactNumber(text))).toBe(json));

  it('in a text is a text', () => {
    const text =
      '{"a":"x 9007199254740993","b":"9007199254740993","c":"[9007199254740993]","__proto__":"1e400"}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('is the same as with JSON.parse where it is kept', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => keepsDigits(JSON.stringify(n))),
    );
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(parseJson(`[${n}]`)).toEqual([
          String(Number(n)) === String(n) ? Number(n) : exactNumber(String(n)),
        ]);
      }),
    );
  });

  it('of 17 digits is kept as printf writes a double', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (n) => keepsDigits(n.toPrecision(17))),
    );
  });
});

it('refuses with the message of JSON.parse', () => {
  for (const text of ['', '{', '[9007199254740993', '{"a":9007199254740993,}', '9007199254740993 1'])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});
