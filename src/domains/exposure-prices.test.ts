/** Prices settle where expected likes meet the capacity, and do not swing at the default step. */
import { describe, expect, it } from 'vitest';
import { FairExposure } from '../contract/fair-exposure.ts';
import { exposureGroupOf, faded, isCapped, nextPrice } from './exposure-prices.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const rule = FairExposure.parse({ capacity: 10 });

/** Prices and expected likes by hour, of a candidate who would get `demand` likes a window at no price. */
function simulate(demand: number, given: FairExposure, hours: number) {
  let [price, likes] = [0, 0];
  const history: { price: number; likes: number }[] = [];
  for (let minute = 1; minute <= 60 * hours; minute++) {
    const shown = (demand * Math.exp(-price)) / (60 * given.window_hours);
    likes = faded(likes, MINUTE_MS, given) + shown;
    price = nextPrice(price, likes, MINUTE_MS, given);
    if (minute % 60 === 0) history.push({ price, likes });
  }
  return history;
}

describe('the price of exposure', () => {
  it('settles where the expected likes meet the capacity', () => {
    const last = simulate(30, rule, 24 * 20).at(-1)!;
    expect(last.likes).toBeCloseTo(10, 1);
    expect(last.price).toBeCloseTo(Math.log(3), 1);
  });

  it('stays 0 below the capacity', () => {
    expect(simulate(9, rule, 100).every(({ price }) => price === 0)).toBe(true);
  });

  it('goes back to 0 once the demand is gone, and never above the greatest price', () => {
    const bounded = { ...rule, max_price: 0.5 };
    const history = simulate(1000, bounded, 24 * 10);
    expect(Math.max(...history.map(({ price }) => price))).toBe(0.5);
    let price = 0.5;
    for (let minute = 0; minute < 60 * 24 * 2; minute++) price = nextPrice(price, 0, MINUTE_MS, bounded);
    expect(price).toBe(0);
  });

  it('falls below its final value by little at the default step, and swings at a great one', () => {
    const least = (step: number) => {
      const history = simulate(30, { ...rule, step }, 24 * 20);
      const peak = history.findIndex(({ price }) => price === Math.max(...history.map((one) => one.price)));
      return Math.min(...history.slice(peak).map(({ price }) => price)) / Math.log(3);
    };
    expect(least(0.5)).toBeGreaterThan(0.9);
    expect(least(4)).toBeLessThan(0.8);
  });

  it('depends on the window alone, not on how often it moves', () => {
    expect(nextPrice(1, 30, HOUR_MS, rule)).toBeCloseTo(1 + (0.5 / 24) * 2, 12);
    expect(faded(8, 24 * HOUR_MS, rule)).toBeCloseTo(8 / Math.E, 12);
    expect(faded(8, -HOUR_MS, rule)).toBe(8);
  });

  it('hides a candidate from twice the capacity on, unless the cap is off', () => {
    expect([19.99, 20].map((likes) => isCapped(likes, rule))).toEqual([false, true]);
    expect(isCapped(1000, { ...rule, hard_cap: null })).toBe(false);
  });
});

it('groups rows by a value, wherever it came from', () => {
  const row = { fields: { gender: 'woman', smokes: false }, derived: { mood: 'calm' } };
  expect(['gender', 'smokes', 'mood', 'none'].map((field) => exposureGroupOf(row, field))).toEqual([
    'woman',
    'false',
    'calm',
    '',
  ]);
});
