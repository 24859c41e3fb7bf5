import { describe, expect, test } from 'vitest';
import { Scorecard } from '../../../domains/scorecard.ts';
import { piecewise } from '../../ranking/scoring/piecewise.ts';
import { addPoints } from './add-points.ts';

const scorecard = Scorecard.parse({
  terms: [
    {
      name: 'gap',
      compare: 'difference',
      field: 'age',
      knots: [
        [0, 0.5],
        [10, -1],
      ],
    },
    { name: 'city', compare: 'same', field: 'city', same: 1, same_value: { lisbon: 2 } },
    {
      name: 'goals',
      compare: 'matrix',
      field: 'goal',
      symmetric: true,
      matrix: { long: { long: 1, short: -1 } },
      default: 0.25,
    },
    { name: 'badge', compare: 'prior', other: 'badge', points: { gold: 0.5 } },
  ],
});

function changed(change: Parameters<typeof addPoints>[1]) {
  const result = addPoints(scorecard, change);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return new Map(result.scorecard.terms.map((term) => [term.name, term]));
}

describe('adding points', () => {
  test('a curve has the sum of both everywhere', () => {
    const added: [number, number][] = [
      [2, 1],
      [5, 0],
    ];
    const gap = changed({ gap: { knots: added } }).get('gap')!;
    if (!('knots' in gap)) throw new Error('no curve');
    const [sum, before, more] = [
      piecewise(gap.knots!),
      piecewise([
        [0, 0.5],
        [10, -1],
      ]),
      piecewise(added),
    ];
    for (let x = -1; x <= 12; x += 0.25) expect(sum(x)).toBeCloseTo(before(x) + more(x), 12);
  });

  test('a value has the sum, also one that is not declared', () => {
    const terms = changed({
      city: { same: 0.5, different: -0.5, same_value: { lisbon: 1, porto: 1 } },
      badge: { points: { gold: 1, silver: 0.5 }, missing: -0.1 },
    });
    expect(terms.get('city')).toMatchObject({
      same: 1.5,
      different: -0.5,
      same_value: { lisbon: 3, porto: 2 },
    });
    expect(terms.get('badge')).toMatchObject({ points: { gold: 1.5, silver: 0.5 }, missing: -0.1 });
  });

  test('a symmetric matrix stays symmetric', () => {
    const change = { goals: { matrix: { short: { long: 0.5, short: 1 } }, unlisted: 0.5 } };
    expect(changed(change).get('goals')).toMatchObject({
      default: 0.75,
      matrix: { long: { long: 1, short: -0.5 }, short: { long: -0.5, short: 1.25 } },
    });
  });

  test('terms without a change keep their identity', () => {
    expect(changed({ badge: { missing: 1 } }).get('gap')).toBe(scorecard.terms[0]);
  });

  test.each([
    [{ nothing: { same: 1 } }, 'nothing', /no term of the scorecard; the terms are gap, city/],
    [{ gap: { same: 1 } }, 'gap.same', /compares «difference»; it has knots, missing/],
    [{ city: { same: 9.5 } }, 'city.same', /not from -10 to 10/],
  ])('refuses %j', (change, path, message) => {
    const result = addPoints(scorecard, change);
    if (!('faults' in result)) throw new Error('it was taken');
    expect(result.faults).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});
