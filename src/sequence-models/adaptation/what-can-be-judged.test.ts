import { expect, test } from 'vitest';
import { allProtocols } from '../evaluation/evaluate-sequences.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { hasSequences, whatCanBeJudged } from './what-can-be-judged.ts';

const ALPHABET = 30;

/** One event a day, each person from a day of their own on. */
const people = (...lengths: readonly number[]) =>
  historiesOfRows(
    ALPHABET,
    lengths.map((length, person) =>
      Array.from({ length }, (_, step) => [(person + step) % ALPHABET, 1000 * (step + person)] as const),
    ),
  );
const judged = (...lengths: readonly number[]) => {
  const { canChoose, protocols } = whatCanBeJudged(people(...lengths), allProtocols);
  return [canChoose, ...new Set(protocols.map(({ split }) => split))];
};

test('what is held out needs something to learn from beside it', () => {
  expect(hasSequences(people(1, 1))).toBe(false);
  expect(hasSequences(people(1, 2))).toBe(true);
  expect(judged(2, 2)).toEqual([false]);
  expect(judged(3)).toEqual([false]);
  expect(judged(3, 2)).toEqual([true, 'leave-one-out']);
  expect(judged(4, 1)).toEqual([true, 'leave-one-out', 'temporal']);
  expect(judged(...Array(10).fill(6))).toEqual([true, 'leave-one-out', 'temporal']);
});
