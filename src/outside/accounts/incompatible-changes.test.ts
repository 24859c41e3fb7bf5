import { expect, test } from 'vitest';
import { DomainDefinition } from '../../domains/definition.ts';
import { incompatibleChanges } from './incompatible-changes.ts';

const field = { name: 'f', kind: 'hard', type: 'integer' };
const choice = { name: 'f', kind: 'hard', type: 'enum', values: ['a', 'b'] };

function definition(...fields: Record<string, unknown>[]): DomainDefinition {
  const other = { name: 'other', kind: 'soft', type: 'string' };
  return DomainDefinition.parse({
    domain: 'd',
    version: 1,
    title: 'D',
    reciprocal: 'off',
    scorecard: {},
    fields: [other, ...fields],
  });
}

test.each([
  ['a new field', [], [field]],
  ['a field that became required', [field], [{ ...field, required: true, priority: 'high' }]],
  ['a wider range', [{ ...field, range: [18, 99] }], [{ ...field, range: [0, 99] }]],
  ['a range that went', [{ ...field, range: [18, 99] }], [field]],
  ['more values', [choice], [{ ...choice, values: ['b', 'c', 'a'] }]],
])('%s is compatible', (_, before, after) => {
  expect(incompatibleChanges(definition(...before), definition(...after))).toEqual([]);
});

test.each([
  ['a field that went', [field], [], /f is gone/],
  ['another type', [field], [{ ...field, type: 'number' }], /type integer became number/],
  ['another kind', [field], [{ ...field, kind: 'derived' }], /kind hard became derived/],
  ['several values instead of one', [choice], [{ ...choice, multiple: true }], /multiple false became true/],
  ['fewer values', [choice], [{ ...choice, values: ['a', 'c'] }], /no more b/],
  [
    'a narrower range',
    [{ ...field, range: [18, 99] }],
    [{ ...field, range: [21, 120] }],
    /18–99 became 21–120/,
  ],
  ['a range where none was', [field], [{ ...field, range: [0, 9] }], /range \(none\)/],
])('%s is not', (_, before, after, expected) => {
  const changes = incompatibleChanges(definition(...before), definition(...after));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatch(expected);
});
