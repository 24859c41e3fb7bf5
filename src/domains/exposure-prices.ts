/**
 * The arithmetic of fair exposure. A candidate's attention is scarce: more likes than a person can answer are
 * lost. Every candidate therefore has a capacity c, in expected likes a window, and a price λ ≥ 0 in
 * log-odds, which orders matches by log-odds(score) − λ.
 *
 * E is the number of expected likes: the sum of the chances p that seekers like the candidate, over the
 * matches that showed it. Each chance fades with its age a as exp(−a / W), where W is the window. At a steady
 * rate, E is the number in one window. The sum needs one number a candidate and no record of the past.
 *
 * The price moves by λ ← min(max, max(0, λ + η (E/c − 1))), η = step · (time between two moves) / W. This is
 * the projected gradient of the dual of "most matches, with at most c likes a candidate": λ is the capacity's
 * multiplier (Bertsekas, Nonlinear Programming, 6.3). E follows the shown likes with a lag of W. Let r, near
 * 1, be the response of the shown likes to the price. The deviation then obeys W s² + s + r · step = 0 (s in
 * 1/W). Its damping is 1 / (2 √(r · step)): 0.7 at a step of 0.5, with an overshoot of 5 %. At a step above 1
 * prices swing.
 */
import type { FairExposure } from '../contract/fair-exposure.ts';
import type { FieldValues } from './field.ts';

const HOUR_MS = 3_600_000;

/**
 * The part of a sum of expected likes that is left after `ageMs`. Clocks differ, so a negative age counts as
 * 0.
 */
export function faded(
  likes: number,
  ageMs: number,
  { window_hours }: Pick<FairExposure, 'window_hours'>,
): number {
  return likes * Math.exp(-Math.max(0, ageMs) / (window_hours * HOUR_MS));
}

/** `everyMs`: the time between two moves. */
export function nextPrice(
  price: number,
  likes: number,
  everyMs: number,
  { capacity, window_hours, step, max_price }: FairExposure,
): number {
  const rate = (step * everyMs) / (window_hours * HOUR_MS);
  return Math.min(max_price, Math.max(0, price + rate * (likes / capacity - 1)));
}

/** Whether a candidate has too many expected likes to be shown. */
export function isCapped(likes: number, { capacity, hard_cap }: FairExposure): boolean {
  return hard_cap !== null && likes >= hard_cap * capacity;
}

/** Whether the next move can change the price. */
export function isMoving(price: number, likes: number, { capacity }: FairExposure): boolean {
  return price > 0 || likes > capacity;
}

/** The group of a row by a field; empty: the row has no value. */
export function exposureGroupOf(
  { fields, derived }: { readonly fields: FieldValues; readonly derived: FieldValues },
  field: string,
): string {
  const value = fields[field] ?? derived[field];
  return value === undefined ? '' : String(value);
}
