import { expect, test } from 'vitest';
import { compareAnswers } from './compare-answers.ts';

const answer = (scores: Readonly<Record<string, number>>, ms: number) => ({
  result: { matches: Object.entries(scores).map(([user_id, score]) => ({ user_id, score })) },
  ms,
});

test('overlap, scores and times of two answers', () => {
  const compared = compareAnswers(
    answer({ a: 0.8, b: 0.6, c: 0.4 }, 10),
    answer({ b: 0.7, c: 0.6, d: 0.5 }, 30),
  );
  expect(compared).toEqual({
    overlap: 2 / 3,
    scoreDifference: expect.closeTo(0.15, 12),
    scores: [expect.closeTo(0.6, 12), expect.closeTo(0.6, 12)],
    ms: [10, 30],
  });
});

test('answers that share no one, or show no one', () => {
  expect(compareAnswers(answer({ a: 0.5 }, 1), answer({ b: 0.5 }, 1))).toMatchObject({
    overlap: 0,
    scoreDifference: null,
  });
  expect(compareAnswers(answer({}, 1), answer({}, 1))).toMatchObject({ overlap: 1, scores: [null, null] });
});
