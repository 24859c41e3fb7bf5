import type { MatchResult } from '../../api/queries.ts';

export interface Move {
  readonly id: string;
  /** From 1; undefined where the list lacks the candidate. */
  readonly a?: number | undefined;
  readonly b?: number | undefined;
}

export interface Comparison {
  readonly moves: readonly Move[];
  readonly kept: number;
  readonly left: number;
  readonly entered: number;
  readonly same: boolean;
}

/** Where each candidate of either list stands in both. */
export function compareResults(a: MatchResult['matches'], b: MatchResult['matches']): Comparison {
  const inA = ranks(a);
  const inB = ranks(b);
  const ids = [...new Set([...inA.keys(), ...inB.keys()])];
  const moves = ids.map((id) => ({ id, a: inA.get(id), b: inB.get(id) }));
  const left = moves.filter((move) => move.b === undefined).length;
  const entered = moves.filter((move) => move.a === undefined).length;
  return {
    moves,
    left,
    entered,
    kept: moves.length - left - entered,
    same: moves.every((move) => move.a === move.b),
  };
}

function ranks(matches: MatchResult['matches']): ReadonlyMap<string, number> {
  return new Map(matches.map(({ user_id: id }, position) => [id, position + 1]));
}
