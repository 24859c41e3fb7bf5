import { expect, it } from 'vitest';
import { directionOf } from './direction-of.ts';
import { sidesOf } from './sides-of.ts';

it('takes one file a side, or several after the flags', () => {
  expect(sidesOf(['a.json', 'b.json'])).toEqual({ a: ['a.json'], b: ['b.json'], threshold: 0.1 });
  expect(sidesOf(['--b', '3', '--a', '1', '2', '--threshold', '5', '--b', '4'])).toEqual({
    a: ['1', '2'],
    b: ['3', '4'],
    threshold: 0.05,
  });
});

it.each([
  ['', /name the runs/],
  ['a.json', /name the runs/],
  ['a.json b.json c.json', /name the runs/],
  ['--a a.json', /name the runs/],
  ['a.json --b b.json', /name the runs/],
  ['a.json b.json --threshold nine', /«nine»/],
  ['a.json b.json --threshold 0', /above 0/],
  ['a.json b.json --wrong', /wrong/],
])('refuses the arguments «%s»', (given, message) => {
  expect(() => sidesOf(given.split(' ').filter(Boolean))).toThrow(message);
});

it.each([
  ['p50 ms', 'less is better'],
  ['processor ms a match', 'less is better'],
  ['seconds', 'less is better'],
  ['peak MiB', 'less is better'],
  ['index, bytes a user', 'less is better'],
  ["worker's processor time, µs a job", 'less is better'],
  ['refused', 'less is better'],
  ['rows/s', 'more is better'],
  ['events/processor s', 'more is better'],
  ['people a second', 'more is better'],
  ['recall', 'more is better'],
  ['plain / kernel', 'more is better'],
  ['matches', null],
  ['pass, median', null],
])('of «%s» %s', (column, direction) => {
  expect(directionOf({ column, unit: null, row: 'weak' })).toBe(direction);
});

it('takes the unit of the cell before that of the column, and that of the column before that of the row', () => {
  expect(directionOf({ column: 'people a second', unit: 'ms', row: '' })).toBe('less is better');
  expect(directionOf({ column: '10,000 rows', unit: null, row: 'filter, ms' })).toBe('less is better');
  expect(directionOf({ column: '10,000 rows', unit: null, row: 'rows a second' })).toBe('more is better');
});
