import { expect, it } from 'vitest';
import { capitalized, shownClause, shownValue } from './words.ts';

it('shows names and values as words', () => {
  expect(capitalized('relationship_goal')).toBe('Relationship goal');
  expect(shownValue(['a', 1, true])).toBe('a, 1, yes');
  expect(shownValue(null)).toBe('–');
  expect(shownValue({ x: 1 })).toBe('{"x":1}');
});

it('shows clauses as words', () => {
  expect(shownClause({ gte: 28, lte: 36 })).toBe('28 to 36');
  expect(shownClause({ gt: 3 })).toBe('> 3');
  expect(shownClause({ nin: ['a', 'b'] })).toBe('none of a, b');
  expect(shownClause('man')).toBe('man');
});
