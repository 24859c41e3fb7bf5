/** The key of an unknown place in a preference. No place has the key, so that it equals none. */
import type { Clause } from './filter.ts';

const UNRESOLVED = 'unresolved:';

export const unresolvedKey = (text: string): string => `${UNRESOLVED}${text}`;

/** The names in a clause that no place answers to. */
export function unresolvedPlaces(clause: Clause): readonly string[] {
  if (clause.op !== 'place_in' && clause.op !== 'place_nin') return [];
  return clause.keys.filter((key) => key.startsWith(UNRESOLVED)).map((key) => key.slice(UNRESOLVED.length));
}
