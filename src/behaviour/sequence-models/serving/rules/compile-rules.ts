/**
 * The rules of a ranking over a catalogue. The signature of an item has a bit for each rule whose filter it
 * passes, so items of one signature are equal to the rules.
 *
 * I items, R rules.
 */
import type { RankingRule } from '../../../../contract/ranking-rules.ts';
import type { ItemFilters } from '../../filters/item-filters.ts';
import { assertConsistent } from './assert-consistent.ts';
import type { Bound } from './bounds.ts';

export interface CompiledRules {
  /** By rule [R]. */
  readonly bounds: readonly Bound[];
  /** [I] */
  readonly signatures: Uint8Array;
}

/** 400 `invalid_request` for rules that contradict one another, or a filter of a wrong form; 422 `unknown_filter`. */
export function compileRules(
  filters: Pick<ItemFilters, 'compile'>,
  rules: readonly RankingRule[],
  limit: number,
  items: number,
): CompiledRules {
  const signatures = new Uint8Array(items);
  for (const [at, { filter }] of rules.entries())
    for (const item of filters.compile(filter, `rules[${at}].filter`).items) signatures[item]! |= 1 << at;
  const bounds = rules.map((rule, at) => boundOf(rule, 1 << at, limit));
  assertConsistent(bounds, [...new Set(signatures)]);
  return { bounds, signatures };
}

function boundOf({ min_share, max_share, pin_at, in_top }: RankingRule, bit: number, limit: number): Bound {
  if (pin_at !== undefined) return { bit, place: pin_at - 1 };
  const top = in_top ?? limit;
  return {
    bit,
    top,
    least: min_share === undefined ? 0 : Math.ceil(placesOf(min_share, top)),
    most: max_share === undefined ? top : Math.floor(placesOf(max_share, top)),
  };
}

/** A product such as 0.07 · 100 is brought to the whole number that it means. */
function placesOf(share: number, top: number): number {
  const places = share * top;
  const whole = Math.round(places);
  return Math.abs(places - whole) < 1e-9 ? whole : places;
}
