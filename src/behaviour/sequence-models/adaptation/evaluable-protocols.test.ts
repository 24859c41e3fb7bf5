import { expect, test } from 'vitest';
import { allProtocols } from '../evaluation/evaluate-sequences.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { evaluableProtocols, hasSequences } from './evaluable-protocols.ts';

const ALPHABET = 30;

/** One event a day; each person starts on another day. */
const people = (...lengths: readonly number[]) =>
  historiesOfRows(
    ALPHABET,
    lengths.map((length, person) =>
      Array.from({ length }, (_, step) => [(person + step) % ALPHABET, 1000 * (step + person)] as const),
    ),
  );
const evaluable = (...lengths: readonly number[]) => {
  const { canChoose, protocols } = evaluableProtocols(people(...lengths), allProtocols);
  return [canChoose, ...new Set(protocols.map(({ split }) => split))];
};

test('a protocol needs training data beside the events that it holds out', () => {
  expect(hasSequences(people(1, 1))).toBe(false);
  expect(hasSequences(people(1, 2))).toBe(true);
  expect(evaluable(2, 2)).toEqual([false]);
  expect(evaluable(3)).toEqual([false]);
  expect(evaluable(3, 2)).toEqual([true, 'leave-one-out']);
  expect(evaluable(4, 1)).toEqual([true, 'leave-one-out', 'temporal']);
  expect(evaluable(...Array(10).fill(6))).toEqual([true, 'leave-one-out', 'temporal']);
});
