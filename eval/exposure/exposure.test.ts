/** The simulated market keeps its own rules, and the linear programme bounds every policy. */
import { describe, expect, it } from 'vitest';
import { bestMarket } from './best-market.ts';
import { drawFrontier } from './draw-frontier.ts';
import { giniOfRates } from './gini-of-rates.ts';
import { policies, withFloor } from './policies.ts';
import { type Market, runMarket } from './run-market.ts';
import { People } from './simulate-people.ts';

const small: Market = {
  ...{ half: 24, days: 90, warmUp: 45, limit: 4, churn: 0, remembers: false, seed: 7 },
};
const living: Market = { ...small, half: 40, churn: 1 / 20, remembers: true };
const named = (name: string) => policies.find((policy) => policy.name === name)!;

describe('the simulated market', () => {
  it('is the same for the same seed, and another for another', () => {
    const [once, again] = [runMarket(living, named('none')), runMarket(living, named('none'))];
    expect(again).toEqual(once);
    expect(runMarket({ ...living, seed: 8 }, named('none')).matchesADay).not.toBe(once.matchesADay);
  });

  it('is less unequal and loses fewer likes with prices than with nothing', () => {
    const [none, priced] = [runMarket(small, named('none')), runMarket(small, named('prices, capacity 3'))];
    expect(priced.gini).toBeLessThan(0.8 * none.gini);
    expect(priced.lost).toBeLessThan(none.lost);
    expect(priced.never).toBeLessThanOrEqual(none.never);
    expect(none.meanPrice).toBe(0);
  });

  it('shows newcomers more often with a floor above what they get', () => {
    const floor = { ...withFloor, rule: { ...withFloor.rule!, newcomers: { days: 7, min_share: 0.5 } } };
    const without = runMarket({ ...living, churn: 1 / 60 }, named('prices, capacity 3'));
    expect(runMarket({ ...living, churn: 1 / 60 }, floor).newcomers).toBeGreaterThan(without.newcomers);
  });

  it('knows one chance for both sides of a pair, and makes another person of one who leaves', () => {
    const people = new People(5, 3);
    expect(people.other(2, 4)).toBe(9);
    expect(people.other(9, 2)).toBe(2);
    const before = [people.like(2, 9), people.like(9, 2), people.like(1, 8)];
    people.replace(9);
    const after = [people.like(2, 9), people.like(9, 2), people.like(1, 8)];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[2]).toBe(before[2]);
  });
});

describe('the optimum', () => {
  const programme = { half: 24, seed: 7, limit: 4, mostShown: Number.POSITIVE_INFINITY };

  it('is above what every policy reaches', async () => {
    const best = await bestMarket(programme);
    for (const name of ['none', 'prices, capacity 3', 'hard cap at 2 × 5']) {
      expect(runMarket(small, named(name)).matchesADay).toBeLessThan(1.05 * best.matchesADay);
    }
    expect(best.gini).toBeGreaterThan(0);
  });

  it('falls with a bound of exposure, and is then less unequal', async () => {
    const [free, bound] = [await bestMarket(programme), await bestMarket({ ...programme, mostShown: 5 })];
    expect(bound.matchesADay).toBeLessThan(free.matchesADay);
    expect(bound.gini).toBeLessThan(free.gini);
    expect(bound.never).toBeLessThanOrEqual(free.never);
  });
});

it('measures inequality by weighted rates', () => {
  const rates = (...all: (readonly [number, number])[]) => all.map(([rate, weight]) => ({ rate, weight }));
  expect(giniOfRates(rates([2, 1], [2, 5]))).toBeCloseTo(0, 12);
  expect(giniOfRates(rates([0, 1], [1, 1]))).toBeCloseTo(0.5, 12);
  expect(giniOfRates(rates([0, 3], [1, 1]))).toBeCloseTo(0.75, 12);
});

it('draws every policy of a frontier', () => {
  const point = (name: string, gini: number, matches: number) => ({ name, gini, matches });
  const lines = [
    { name: 'nothing', points: [point('none', 0.8, 50)] },
    { name: 'prices', points: [point('5', 0.5, 75), point('1', 0.35, 45)] },
  ];
  const drawing = drawFrontier({ title: 'Market', lines });
  expect(drawing.match(/<circle/g)).toHaveLength(3);
  expect(drawing).not.toContain('NaN');
});
