import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { UpsertUserRequest } from '../../../contract/user.ts';
import { parseForm } from '../forms/form.ts';
import { applyMapping, mappedColumns, parseMapping } from './mapping.ts';

function mapRow(yaml: string, row: Record<string, unknown>, number = 1) {
  return applyMapping(parseMapping(yaml, 'mapping.yaml'), row, number);
}

/** The value that the expression makes of a row, or the reason of its rejection. */
function valueFrom(value: string, row: Record<string, unknown>, head = '') {
  const mapped = mapRow(`${head}\nuser_id: {constant: x}\nfields: {v: ${value}}\n`, row);
  return 'body' in mapped ? mapped.body.fields?.v : mapped.rejected;
}

describe('values', () => {
  it.each<[string, string, Record<string, unknown>, unknown]>([
    ['a bare column', 'city', { city: ' Lisbon ' }, 'Lisbon'],
    ['an absent column', 'city', {}, undefined],
    ['an empty cell', 'city', { city: '  ' }, undefined],
    ['a typed cell as it is', 'n', { n: 7 }, 7],
    ['an object as it is', 'at', { at: { lat: 1, lon: 2 } }, { lat: 1, lon: 2 }],
    ['a nested path', 'home.city', { home: { city: 'Oslo' } }, 'Oslo'],
    ['a dotted column name before the path', 'a.b', { 'a.b': 'x', a: { b: 'y' } }, 'x'],
    ['a map', '{column: sex, map: {m: man, f: woman}}', { sex: 'f' }, 'woman'],
    ['a map that drops', '{column: sex, map: {m: man, f: null}}', { sex: 'f' }, undefined],
    ['a map that does not know', '{column: s, map: {m: man}}', { s: 'x' }, 'column s: «x» is none of m'],
    ['a map, unknown dropped', '{column: s, map: {m: man}, else: drop}', { s: 'x' }, undefined],
    ['a map, unknown kept', '{column: s, map: {m: man}, else: keep}', { s: 'x' }, 'x'],
    [
      'a key of objects in a map',
      '{column: s, map: {m: man}, else: keep}',
      { s: 'constructor' },
      'constructor',
    ],
    ['an integer', '{column: a, as: integer}', { a: '1,234' }, 1234],
    ['a fraction as integer', '{column: a, as: integer}', { a: '3.5' }, 'column a: «3.5» is no whole number'],
    ['a decimal comma', '{column: a, as: number, decimal: comma}', { a: '1.234,5' }, 1234.5],
    ['no number', '{column: a, as: number}', { a: 'ten' }, 'column a: «ten» is no number'],
    ['no number, dropped', '{column: a, as: number, else: drop}', { a: 'NA' }, undefined],
    ['inches to cm', '{column: h, as: integer, convert: {from: in, to: cm, decimals: 0}}', { h: '70' }, 178],
    ['feet to cm, exactly', '{column: h, as: number, convert: {from: ft, to: cm}}', { h: '6' }, 182.88],
    ['thousands', '{column: k, as: integer, convert: {times: 1000}}', { k: '2.5' }, 2500],
    [
      'a range',
      '{column: a, as: integer, range: [18, 99]}',
      { a: '17' },
      'column a: «17» is not between 18 and 99',
    ],
    ['a missing mark', "{column: i, missing: ['-1'], as: integer}", { i: '-1' }, undefined],
    ['yes and no', '{column: b, as: boolean}', { b: 'Yes' }, true],
    ['no boolean', '{column: b, as: boolean}', { b: 'maybe' }, 'column b: «maybe» is no yes or no'],
    ['a list', "{column: l, split: ','}", { l: 'a, b,, a' }, ['a', 'b']],
    [
      'a list with a match',
      "{column: l, split: ',', match: '^[a-z]+'}",
      { l: 'en (ok), 7, fr' },
      ['en', 'fr'],
    ],
    ['a list cell', '{column: l, map: {a: A, b: B}}', { l: ['a', 'b'] }, ['A', 'B']],
    ['a list that is left empty', "{column: l, split: ',', map: {a: null}}", { l: 'a' }, undefined],
    ['a map to lists', "{column: l, split: ',', map: {a: [x, y], b: y}}", { l: 'a,b' }, ['x', 'y']],
    ['a match with a group', "{column: r, match: '(\\w+) serious'}", { r: 'very serious about it' }, 'very'],
    ['a match that fails', "{column: r, match: '(\\w+) serious'}", { r: 'laughing' }, undefined],
    ['a constant', '{constant: [en]}', {}, ['en']],
    ['a template', "{template: 'from {city}, row {#}'}", { city: 'Rome' }, 'from Rome, row 1'],
    ['a template that lacks a column', "{template: 'from {city}'}", {}, undefined],
    ['a join', "{join: [a, b, {template: 'is {c}'}], with: ' / '}", { a: 'x', c: 'z' }, 'x / is z'],
    ['the first', '{first: [a, b]}', { b: 'y' }, 'y'],
    ['all, without repeats', '{all: [a, {column: b, split: " "}]}', { a: 'x', b: 'x y' }, ['x', 'y']],
    ['an object in part', '{object: {gte: {column: a, as: integer}, lte: b}}', { a: '18' }, { gte: 18 }],
    ['an empty object', '{object: {gte: a}}', {}, undefined],
    ['a choice', "{when: [{if: {column: a, matches: '^x'}, give: {constant: 1}}], else: b}", { a: 'xy' }, 1],
    ['a choice, else', '{when: [{if: {column: a, is: x}, give: {constant: 1}}], else: b}', { b: 'z' }, 'z'],
    ['given', '{when: [{if: {column: a, given: false}, give: {constant: no}}]}', {}, 'no'],
    [
      'every, any, not',
      '{when: [{if: {every: [{any: [{column: a, is: 1}, {column: b, in: [2, 3]}]}, {not: {column: c, given: true}}]}, give: {constant: ok}}]}',
      { b: '3' },
      'ok',
    ],
  ])('%s', (_, value, row, expected) => {
    expect(valueFrom(value, row)).toEqual(expected);
  });

  it('cleans every cell as the file says', () => {
    const head = 'clean: [html, quotes, spaces, lower]\nmissing: [n/a]';
    expect(valueFrom('a', { a: 'Doesn&rsquo;t   WANT &amp; more' }, head)).toBe("doesn't want & more");
    expect(valueFrom('a', { a: 'N/A' }, head)).toBeUndefined();
  });
});

describe('rows', () => {
  const seeks = `
user_id: {template: 'p-{#}'}
reject: [{if: {column: test, is: 'yes'}, reason: a test row}]
required: [fields.age, preferences.gender]
fields: {age: {column: age, as: integer}}
preferences:
  gender:
    lookup:
      columns: [sex, orientation]
      table:
        - [m, straight, woman]
        - ['*', bisexual, {in: [woman, man]}]
`;

  it('become POST /users bodies', () => {
    expect(mapRow(seeks, { age: '30', sex: 'm', orientation: 'straight' }, 7)).toEqual({
      body: { user_id: 'p-7', fields: { age: 30 }, preferences: { gender: 'woman' } },
    });
    expect(mapRow(seeks, { age: '30', sex: 'f', orientation: 'bisexual' })).toMatchObject({
      body: { preferences: { gender: { in: ['woman', 'man'] } } },
    });
  });

  it.each([
    [{ age: '30', sex: 'm', orientation: 'straight', test: 'yes' }, 'a test row'],
    [{ sex: 'm', orientation: 'straight' }, 'the row gives no age'],
    [{ age: '30', sex: 'f', orientation: 'straight' }, 'sex «f», orientation «straight»: the mapping'],
  ])('are rejected with a reason: %o', (row, reason) => {
    expect(mapRow(seeks, row)).toEqual({ rejected: expect.stringContaining(reason) });
  });

  it('without a user_id are rejected', () => {
    expect(mapRow('user_id: id', { id: '' })).toEqual({ rejected: 'the row gives no user_id' });
  });

  it('tell which columns the file reads', () => {
    const mapping = parseMapping(`${seeks}context: {join: [bio, {template: 'in {city} {#}'}]}`, 'm');
    expect([...mappedColumns(mapping)].sort()).toEqual(
      ['age', 'bio', 'city', 'orientation', 'sex', 'test'].sort(),
    );
  });

  it('never throw, and give bodies of the wire shape, whatever the cells hold', () => {
    const mapping = parseMapping(`${seeks}context: bio`, 'm');
    const cell = fc.oneof(fc.string(), fc.constantFrom('m', 'straight', 'bisexual', '30'), fc.jsonValue());
    const keys = fc.constantFrom('age', 'sex', 'orientation', 'bio', 'test');
    fc.assert(
      fc.property(fc.dictionary(keys, cell), (row) => {
        const mapped = applyMapping(mapping, row, 1);
        if ('rejected' in mapped) return mapped.rejected.length > 0;
        return UpsertUserRequest.safeParse({ ...mapped.body, domain: 'dating' }).success;
      }),
    );
  });
});

test('the examples of the reference are mappings and a form', () => {
  const page = readFileSync(new URL('../../../../docs/reference/mapping.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml!);
  const [forms = [], mappings = []] = [true, false].map((isForm) =>
    examples.filter((yaml) => yaml.startsWith('form:') === isForm),
  );
  expect([forms.length, mappings.length]).toEqual([1, 2]);
  for (const yaml of mappings) expect(parseMapping(yaml, 'example.yaml').user_id).toBeDefined();
  for (const yaml of forms) expect(parseForm(yaml, 'example.yaml').user_id).toBeDefined();
});

describe('numbers, lists and money', () => {
  const remedy = (value: string, cell: string, decimal: 'point' | 'comma' = 'point', head = '') => {
    const mapping = parseMapping(`${head}\nuser_id: {constant: x}\nfields: {v: ${value}}\n`, 'm.yaml');
    const mapped = applyMapping(mapping, { c: cell }, 1, decimal);
    return 'body' in mapped ? mapped.body.fields?.v : mapped.rejected;
  };
  it.each<[string, string, string, 'point' | 'comma', string, unknown]>([
    ['the sign of the file', '{column: c, as: number}', '1.234,5', 'comma', '', 1234.5],
    ['the sign of the mapping', '{column: c, as: number}', '12,5', 'point', 'decimal: comma', 12.5],
    ['the sign of the column', '{column: c, as: number, decimal: point}', '12.5', 'comma', '', 12.5],
    [
      'the other sign',
      '{column: c, as: number}',
      '12,5',
      'point',
      '',
      'column c: «12,5» is no number with a decimal point; where the column has a decimal comma, say `decimal: comma`',
    ],
    [
      'several numbers',
      '{column: c, as: integer}',
      '1; 2',
      'point',
      '',
      'column c: «1; 2» is no number; where a cell has several values, the mapping says `split: ";"`',
    ],
    [
      'several texts',
      '{column: c, map: {a: A, b: B}}',
      'a | b',
      'point',
      '',
      'column c: «a | b» is none of a, b; where a cell has several values, the mapping says `split: "|"`',
    ],
    ['a text with a comma', '{column: c, map: {a: A}}', 'x, y', 'point', '', 'column c: «x, y» is none of a'],
  ])('%s', (_, value, cell, decimal, head, expected) => {
    expect(remedy(value, cell, decimal, head)).toBe(expected);
  });
});

describe('faults of the file are reported with their line', () => {
  it.each([
    ['user_id: id\nfields:\n  age: {column: a, ass: integer}\n', 'm.yaml:3:20 fields.age: Unrecognized key'],
    [
      'user_id: id\nfields:\n  age: {colum: a}\n',
      'm.yaml:3:3 fields.age: a value has exactly one of the keys',
    ],
    [
      'user_id: id\nfields:\n  age: {first: [a, {column: b, as: int}]}\n',
      'm.yaml:3:32 fields.age.first[1].as',
    ],
    ["user_id: id\nfields:\n  age: {column: a, match: '('}\n", 'is no regular expression'],
    [
      'user_id: id\nfields:\n  a: {lookup: {columns: [x], table: [[1, 2], [1]]}}\n',
      'fields.a.lookup.table[1]',
    ],
    [
      'user_id: id\nfields:\n  a: {column: x, as: number, convert: {from: in, to: kg}}\n',
      'measure different things',
    ],
    ['user_id: id\nfields:\n  a: {column: x, as: number, currency: EUR}\n', '`currency` is for `as: money`'],
    ['user_id: id\nrepeated: twice\n', 'm.yaml:2:1 repeated'],
    ['user_id: id\ndelimiter: "::"\n', 'm.yaml:2:1 delimiter'],
    ['user_id: id\nencoding: latin9\n', 'm.yaml:2:1 encoding'],
    ['user_id: id\nskip_lines: -1\n', 'skip_lines'],
    ['fields: {}\n', 'm.yaml:1:1 user_id'],
    ['user_id: id\nfieldz: {}\n', 'm.yaml:2:1'],
  ])('%s', (yaml, message) => {
    expect(() => parseMapping(yaml, 'm.yaml')).toThrow(message);
  });
});
