import { describe, expect, it } from 'vitest';
import { type Candidate, reasonsFor, termsAgainst, waterfallOf } from './waterfall-steps.ts';

const term = (
  name: string,
  direction: 'both' | 'seeker_to_candidate' | 'candidate_to_seeker',
  log_odds: number,
) => ({
  name,
  direction,
  log_odds,
});
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

const candidate: Candidate = {
  user_id: 'bo',
  score: 0.5,
  mutual: { seeker_to_candidate: sigmoid(1.1), candidate_to_seeker: sigmoid(0.6) },
  terms: [term('goal', 'both', 1), term('intercept', 'both', -0.4), term('age', 'seeker_to_candidate', 0.5)],
};

describe('the waterfall', () => {
  it('begins with the starting point, and each step where the last one ended', () => {
    const { steps, sum, extent } = waterfallOf(candidate, 'seeker_to_candidate');
    expect(steps.map(({ name }) => name)).toEqual(['intercept', 'goal', 'age']);
    expect(steps.slice(1).map(({ from }) => from)).toEqual(steps.slice(0, -1).map(({ to }) => to));
    expect(sum).toBeCloseTo(1.1);
    expect(extent[0]).toBeCloseTo(-0.4);
    expect(extent[1]).toBeCloseTo(1.1);
  });

  it('has only the terms of its direction, and none besides where they add up', () => {
    const names = waterfallOf(candidate, 'candidate_to_seeker').steps.map(({ name }) => name);
    expect(names).toEqual(['intercept', 'goal']);
  });

  it('shows what the listed terms do not explain', () => {
    const { steps, sum } = waterfallOf(
      { ...candidate, mutual: { seeker_to_candidate: 0.9, candidate_to_seeker: 0.9 } },
      'seeker_to_candidate',
    );
    expect(steps.at(-1)?.name).toBe('other');
    expect(sigmoid(sum)).toBeCloseTo(0.9);
  });

  it('stays finite at the ends of the scale', () => {
    for (const score of [0, 1])
      expect(Number.isFinite(waterfallOf({ user_id: 'x', score }, 'seeker_to_candidate').sum)).toBe(true);
  });
});

describe('what speaks against a pair', () => {
  const far = { ...term('distance', 'both', -2), reason: '900 km apart' };
  const match = {
    ...candidate,
    reasons: ['Both 40', 'But 900 km apart'],
    terms: [far, term('text', 'both', -3)],
  };

  it('are the negative terms that have a sentence', () => {
    expect(termsAgainst(match).map(({ name }) => name)).toEqual(['distance']);
  });

  it('is not repeated among the reasons', () => {
    expect(reasonsFor(match)).toEqual(['Both 40']);
  });
});
