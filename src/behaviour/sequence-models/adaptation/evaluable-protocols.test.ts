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
  const { protocol, protocols } = evaluableProtocols(people(...lengths), allProtocols);
  return [protocol, ...new Set(protocols.map(({ split }) => split))];
};

test('a protocol needs training data beside the events that it holds out', () => {
  expect(hasSequences(people(1, 1))).toBe(false);
  expect(hasSequences(people(1, 2))).toBe(true);
  expect(evaluable(2, 2)).toEqual([null]);
  expect(evaluable(3)).toEqual([null]);
  expect(evaluable(3, 2)).toEqual(['leave_one_out', 'leave-one-out']);
  expect(evaluable(4, 1)).toEqual(['leave_one_out', 'leave-one-out', 'temporal']);
  expect(evaluable(...Array(10).fill(6))).toEqual(['leave_one_out', 'leave-one-out', 'temporal']);
});

test('time chooses where enough people have later events, else leave-one-out, and the card says why', () => {
  const interleaved = (count: number) =>
    historiesOfRows(
      ALPHABET,
      Array.from({ length: count }, (_, person) =>
        Array.from({ length: 30 }, (__, step) => [(person + step) % ALPHABET, 1000 * step + person] as const),
      ),
    );
  const chosen = (count: number, asked?: 'time' | 'leave_one_out') =>
    evaluableProtocols(interleaved(count), [], asked);
  expect(chosen(10)).toEqual({
    protocol: 'leave_one_out',
    reasons: [expect.stringMatching(/by time there are \d+ people to choose by, and 50 are needed/)],
    protocols: [],
  });
  expect(chosen(10, 'time').protocol).toBe('time');
  expect(chosen(60)).toMatchObject({ protocol: 'time', reasons: [expect.stringMatching(/^Chosen by time/)] });
  expect(chosen(60, 'leave_one_out')).toMatchObject({
    protocol: 'leave_one_out',
    reasons: ['Chosen by leave-one-out: as requested.'],
  });
  const untimed = historiesOfRows(3, Array(100).fill([0, 1, 2, 0].map((item) => [item, 5] as const)));
  expect(evaluableProtocols(untimed, [], 'time').protocol).toBe('leave_one_out');
});
