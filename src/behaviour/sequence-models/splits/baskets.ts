/**
 * Baskets of histories. The targets of a case are those of one basket, and its history ends before the basket
 * begins. Each item of the basket is a case of its own, so that whatever knows cases of one target works; cases
 * of one basket stand together, with the same person and end.
 *
 * P people, N cases.
 */
import type { Histories } from '../histories/histories.ts';
import type { Cases } from './split.ts';
import { isTarget } from './target-weight.ts';

/** Positions in `Histories.items`: from `start` up to, not including, `end`. */
export interface Basket {
  readonly person: number;
  readonly start: number;
  readonly end: number;
}

/** The basket that has the event; of histories without baskets the event alone. */
export function basketAt({ offsets, baskets }: Histories, person: number, at: number): Basket {
  if (baskets === undefined) return { person, start: at, end: at + 1 };
  let [start, end] = [at, at + 1];
  while (start > offsets[person]! && baskets[start - 1] === baskets[at]) start--;
  while (end < offsets[person + 1]! && baskets[end] === baskets[at]) end++;
  return { person, start, end };
}

/** `endOf`: where the history of a basket ends; default: where the basket begins. `least`: of `targetWeight`. */
export function basketCases(
  histories: Histories,
  targets: readonly Basket[],
  least: number,
  endOf: (basket: Basket) => number = ({ start }) => start,
): Cases {
  const rows = targets.flatMap((basket) =>
    distinctTargets(histories, basket, least).map((at) => [basket.person, endOf(basket), at] as const),
  );
  return {
    histories,
    people: Uint32Array.from(rows, ([person]) => person),
    ends: Uint32Array.from(rows, ([, end]) => end),
    targets: Uint32Array.from(rows, ([, , at]) => at),
  };
}

/** The first position of each item that may be a target. */
function distinctTargets(histories: Histories, { start, end }: Basket, least: number): readonly number[] {
  const byItem = new Map<number, number>();
  for (let at = start; at < end; at++) {
    const item = histories.items[at]!;
    if (isTarget(histories, at, least) && !byItem.has(item)) byItem.set(item, at);
  }
  return [...byItem.values()];
}

/**
 * Where the targets of each basket begin among the cases, and N. Without baskets every case is one of its own.
 */
export function basketStarts({ histories, people, ends }: Cases): Uint32Array {
  const N = people.length;
  const isFirst = (at: number) =>
    histories.baskets === undefined || at === 0 || people[at] !== people[at - 1] || ends[at] !== ends[at - 1];
  return Uint32Array.from([...people.keys()].filter(isFirst).concat(N));
}

/** The number of cases of a basket on average; 1 without baskets, and without cases. */
export function meanBasketSize(cases: Cases): number {
  return cases.people.length / Math.max(1, basketStarts(cases).length - 1) || 1;
}

/** The cases of some baskets, by their number in `starts`, in ascending order. */
export function casesOfBaskets(cases: Cases, starts: Uint32Array, baskets: Iterable<number>): Cases {
  const kept: number[] = [];
  for (const basket of baskets) for (let at = starts[basket]!; at < starts[basket + 1]!; at++) kept.push(at);
  const take = (column: Uint32Array) => Uint32Array.from(kept, (at) => column[at]!);
  const { histories, people, ends, targets } = cases;
  return { histories, people: take(people), ends: take(ends), targets: take(targets) };
}
