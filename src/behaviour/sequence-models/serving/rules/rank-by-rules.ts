/**
 * A ranking under rules, with what they cost. The items to choose from are the best of each signature, so that
 * no better answer exists among all items. The cost of a rule is the difference from the answer without it.
 *
 * P scored positions, N items to choose from, L places.
 */

import type { RuleCost } from '../inference-protocol.ts';
import { selectBest } from '../select-best.ts';
import { type Bound, isPin } from './bounds.ts';
import type { CompiledRules } from './compile-rules.ts';
import { holdRules } from './hold-rules.ts';

export interface RuledProblem {
  /** NaN: the position is not ranked [P]. */
  readonly scores: Float32Array;
  readonly limit: number;
  /** The item at a position, and its rank among items of equal scores. */
  itemAt(position: number): number;
  rankOf(position: number): number;
  readonly rules: CompiledRules;
}

export interface RuledRanking {
  /** Positions by place [L]. */
  readonly positions: Uint32Array;
  /** Places towards the front, by place [L]. */
  readonly moved: Int32Array;
  readonly costs: readonly RuleCost[];
}

export function rankByRules(problem: RuledProblem): RuledRanking {
  const { scores, limit, rules, itemAt } = problem;
  const pool = poolOf(problem);
  const signatures = Uint8Array.from(pool, (position) => rules.signatures[itemAt(position)]!);
  const held = (bounds: readonly Bound[]) => holdRules({ signatures, limit, bounds });
  const places = held(rules.bounds);
  const positions = places.map((nth) => pool[nth]!);
  const sumOf = (some: Uint32Array) => some.reduce((sum, nth) => sum + scores[pool[nth]!]!, 0);
  return {
    positions,
    moved: movedOf(problem, positions),
    costs: rules.bounds.map((bound, at) => {
      const without = held(rules.bounds.filter((_, other) => other !== at));
      return {
        ...outcomeOf(
          bound,
          Uint8Array.from(places, (nth) => signatures[nth]!),
        ),
        placesChanged: places.reduce((sum, nth, place) => sum + Number(nth !== without[place]), 0),
        scoreGivenUp: sumOf(without) - sumOf(places),
      };
    }),
  };
}

/** The best `limit` positions of each signature, best first. */
function poolOf({ scores, limit, itemAt, rankOf, rules }: RuledProblem): Uint32Array {
  const bySignature = new Map<number, number[]>();
  for (let position = 0; position < scores.length; position++) {
    if (Number.isNaN(scores[position])) continue;
    const signature = rules.signatures[itemAt(position)]!;
    const some = bySignature.get(signature);
    if (some === undefined) bySignature.set(signature, [position]);
    else some.push(position);
  }
  const pool = [...bySignature.values()].flatMap((some) =>
    Array.from(
      selectBest(
        Float32Array.from(some, (position) => scores[position]!),
        limit,
        (at) => rankOf(some[at]!),
      ),
      (at) => some[at]!,
    ),
  );
  return Uint32Array.from(pool.sort((a, b) => scores[b]! - scores[a]! || rankOf(a) - rankOf(b)));
}

/** `signatures`: by place of the answer. */
function outcomeOf(bound: Bound, signatures: Uint8Array) {
  if (isPin(bound)) {
    const filled = Number(((signatures[bound.place] ?? 0) & bound.bit) !== 0);
    return { wanted: 1, filled, held: filled === 1 };
  }
  const { bit, top, least, most } = bound;
  const filled = signatures.subarray(0, top).reduce((sum, one) => sum + Number((one & bit) !== 0), 0);
  return { wanted: least > 0 ? least : most, filled, held: filled >= least && filled <= most };
}

/** The place by score alone, less the place in the answer. */
function movedOf({ scores, rankOf }: RuledProblem, positions: Uint32Array): Int32Array {
  const isBetter = (a: number, b: number) =>
    scores[a]! > scores[b]! || (scores[a] === scores[b] && rankOf(a) < rankOf(b));
  const sorted = positions.slice().sort((a, b) => (a === b ? 0 : isBetter(a, b) ? -1 : 1));
  // By nth of the sorted ones: the positions that are better than it, but not than the one before.
  const better = new Uint32Array(sorted.length + 1);
  for (let position = 0; position < scores.length; position++)
    if (!Number.isNaN(scores[position])) better[firstWorse(sorted, position, isBetter)]!++;
  const placeByScore = new Map<number, number>();
  let before = 0;
  for (const [nth, position] of sorted.entries()) {
    before += better[nth]!;
    placeByScore.set(position, before);
  }
  return Int32Array.from(positions, (position, place) => placeByScore.get(position)! - place);
}

/** The first of `sorted` than which `position` is better; their number if there is none. */
function firstWorse(
  sorted: Uint32Array,
  position: number,
  isBetter: (a: number, b: number) => boolean,
): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBetter(position, sorted[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}
