import { expect, test } from 'vitest';
import { isMap, parse, type YAMLMap } from 'yaml';
import { rulesOf, setWishes } from './field-rules.ts';
import { readForm } from './read-form.ts';
import { setKey } from './set-key.ts';
import { appendItem, removeItem } from './set-list.ts';
import { applyEdits, type Plain } from './yaml-text.ts';

const order = ['name', 'label', 'description', 'kind', 'type', 'required', 'values', 'unit'];
const source = `# Walks
domain: walks
fields:
  # How old
  - name: age   # in years
    description: >-
      The age
      of a person.
    type: integer
    range: [18, 120] # inclusive

  - {name: pace, type: enum, values: [slow, "brisk"]}
  - name: goal
    values: # a comment
      - fun # first
      - health
    extract:
      - {rule: phrases, values: {fun: [fun]}}
scorecard:
  terms:
    - {name: pace, compare: same, field: pace, same: 0.8}
`;

function mapOf(text: string, name: string): YAMLMap {
  const map = readForm(text)?.fields.find((field) => field.name === name)?.map;
  if (!isMap(map)) throw new Error(name);
  return map;
}

function set(name: string, key: string, value: Plain | undefined, from = source): string {
  return applyEdits(from, setKey(from, mapOf(from, name), key, value, order));
}

const changedLines = (after: string) =>
  after.split('\n').filter((line) => !source.split('\n').includes(line));

test('a value is replaced in its place, and the rest stays as it is written', () => {
  expect(changedLines(set('age', 'range', [21, 99]))).toEqual(['    range: [21, 99] # inclusive']);
  expect(changedLines(set('age', 'name', 'years'))).toEqual(['  - name: years   # in years']);
  expect(changedLines(set('age', 'description', 'Years: # not months'))).toEqual([
    '    description: "Years: # not months"',
  ]);
  expect(changedLines(set('pace', 'type', 'a, b'))).toEqual([
    '  - {name: pace, type: "a, b", values: [slow, "brisk"]}',
  ]);
});

test('a list keeps the items that stay, with their comments', () => {
  const after = set('goal', 'values', ['fun', 'calm']);
  expect(changedLines(after)).toEqual(['      - calm']);
  expect(after).toContain('- fun # first\n      - calm\n    extract:');
  expect(changedLines(set('pace', 'values', ['brisk', 'fast']))[0]).toContain('values: ["brisk", fast]');
  expect(parse(set('goal', 'values', ['other'])).fields[2].values).toEqual(['other']);
});

test('a key is inserted by the order, and taken out', () => {
  expect(set('age', 'required', true)).toContain('    type: integer\n    required: true\n    range:');
  expect(set('pace', 'required', true)).toContain('type: enum, required: true, values:');
  const without = set('age', 'description', undefined);
  expect(without).toContain('- name: age   # in years\n    type: integer');
  expect(set('pace', 'values', undefined)).toContain('  - {name: pace, type: enum}\n');
  expect(set('goal', 'values', undefined)).toContain('  - name: goal\n    extract:');
});

test('what is set is read again, whatever the text is', () => {
  const texts = [
    '',
    'a',
    '- x',
    '{',
    '#',
    ': ',
    'null',
    '12',
    "it's",
    '"',
    'é\n\tb',
    '*a',
    '&a',
    '<<',
    'yes',
  ];
  for (const text of texts)
    for (const name of ['age', 'pace', 'goal'])
      for (const key of ['unit', 'description', 'label']) {
        const { fields } = parse(set(name, key, text));
        expect(fields.find((field: { name: string }) => field.name === name)[key]).toBe(text);
        expect(fields).toHaveLength(3);
      }
});

test('fields are added and removed, and wishes are set at the rules', () => {
  const { fieldList } = readForm(source)!;
  const added = applyEdits(source, [appendItem(source, fieldList, 'name: new\nkind: hard')]);
  expect(parse(added).fields[3]).toEqual({ name: 'new', kind: 'hard' });
  for (const [at, left] of [
    [0, ['pace', 'goal']],
    [1, ['age', 'goal']],
    [2, ['age', 'pace']],
  ] as const) {
    const after = applyEdits(source, [removeItem(source, fieldList, at)]);
    expect(parse(after).fields.map(({ name }: { name: string }) => name)).toEqual(left);
    expect(after).toContain('# How old');
  }
  const wished = applyEdits(source, setWishes(source, rulesOf(mapOf(source, 'goal'))!, true));
  expect(wished).toContain('{rule: phrases, wish_gives_preference: true, values:');
  expect(applyEdits(wished, setWishes(wished, rulesOf(mapOf(wished, 'goal'))!, false))).toBe(source);
});

test('a text that is no YAML or has no fields has no form', () => {
  expect(readForm('a: [')).toBeNull();
  expect(readForm('domain: walks')).toBeNull();
});
