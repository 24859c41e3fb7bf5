import { expect, test } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { bandSize, explorePlaces } from './explore-places.ts';

/** Candidates of these log-odds, best first. */
const candidatesOf = (logOdds: readonly number[]) =>
  logOdds.map((x, n) => ({
    ...{ position: n, row: n, userId: `c${n}`, score: sigmoid(x), order: sigmoid(x) },
  }));

function explore(logOdds: readonly number[], limit: number, matchId: string, share = 0.2) {
  const alive = candidatesOf(logOdds);
  const placed = alive.slice(0, limit).map((candidate) => ({ candidate, reservedFor: null }));
  return explorePlaces(placed, alive, { share, matchId, limit });
}
const ids = Array.from({ length: 200 }, (_, n) => `match_${n}`);
const gradual = Array.from({ length: 60 }, (_, n) => 2 - n / 20);

test('the draw follows from the id of the match', () => {
  const shown = ids.map((id) => explore(gradual, 5, id));
  expect(ids.map((id) => explore(gradual, 5, id))).toEqual(shown);
  expect(new Set(shown.map(({ chosen }) => chosen.map(({ userId }) => userId).join())).size).toBeGreaterThan(
    20,
  );
});

test('who is far below the last place, or beyond the most, is never drawn', () => {
  const logOdds = [2, 1.9, 1.8, 1.7, -3, -4];
  for (const id of ids) {
    const { chosen, banded } = explore(logOdds, 3, id);
    expect(banded).toBe(1);
    for (const { userId } of chosen) expect(['c0', 'c1', 'c2', 'c3']).toContain(userId);
  }
  const equal = Array.from({ length: 500 }, () => 1);
  expect(explore(equal, 3, 'match_1').banded).toBe(bandSize(3));
  expect(explore(equal, 50, 'match_1').banded).toBe(100);
});

test('scores of 0 and 1 have finite probabilities', () => {
  for (const extreme of [-800, 800])
    for (const { propensity } of explore(
      gradual.map(() => extreme),
      5,
      'match_1',
    ).chosen) {
      expect(propensity).toBeGreaterThan(0);
      expect(propensity).toBeLessThanOrEqual(1);
    }
});

test('without a share nothing changes, and no probability is told', () => {
  const { chosen, banded } = explore(gradual, 5, 'match_1', 0);
  expect(banded).toBeNull();
  expect(chosen.map(({ userId, propensity }) => [userId, propensity])).toEqual(
    [0, 1, 2, 3, 4].map((n) => [`c${n}`, null]),
  );
});
