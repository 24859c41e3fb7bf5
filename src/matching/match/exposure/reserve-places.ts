/**
 * Places of an answer that a group gets at least: newcomers, and the groups that the operator declares. Among
 * the first n places a floor with share s has at least ⌊s · n + u⌋, as far as the group has candidates. The
 * number u is 0 … 1 and differs by seeker and hour, so that short answers keep the share on average. Where
 * several floors are due, the first candidate that counts for most of them is taken. The order is otherwise
 * kept.
 *
 * This is the greedy re-ranking of Geyik, Ambler and Kenthapadi, "Fairness-Aware Ranking in Search &
 * Recommendation Systems" (KDD 2019), with lower bounds alone. A floor counts places and is not a bound of
 * prices. So it holds in every answer from the first minute, whatever score the model gives to people it
 * knows little of.
 */

export interface Floor<Candidate> {
  readonly name: string;
  /** Share of the shown candidates, 0..1. */
  readonly minShare: number;
  has(candidate: Candidate): boolean;
}

export interface Placed<Candidate> {
  readonly candidate: Candidate;
  /** The floor that moved the candidate up; null: the order alone. */
  readonly reservedFor: string | null;
}

/** `candidates` come best first. Returns at most `limit`. */
export function reservePlaces<Candidate>(
  candidates: readonly Candidate[],
  floors: readonly Floor<Candidate>[],
  limit: number,
  offset: number,
): readonly Placed<Candidate>[] {
  const left = [...candidates];
  const counts = floors.map(() => 0);
  const placed: Placed<Candidate>[] = [];
  while (placed.length < limit && left.length > 0) {
    const places = placed.length + 1;
    const due = floors.filter((floor, f) => counts[f]! < Math.floor(floor.minShare * places + offset));
    const { at, floor } = firstFor(left, due);
    const [candidate] = left.splice(at, 1) as [Candidate];
    for (const [f, floor] of floors.entries()) if (floor.has(candidate)) counts[f]! += 1;
    placed.push({ candidate, reservedFor: at === 0 ? null : floor });
  }
  return placed;
}

/** The first candidate that counts for most of the floors; the very first where none counts. */
function firstFor<Candidate>(
  candidates: readonly Candidate[],
  due: readonly Floor<Candidate>[],
): { readonly at: number; readonly floor: string | null } {
  let best = { at: 0, floor: null as string | null, met: 0 };
  if (due.length === 0) return best;
  for (const [at, candidate] of candidates.entries()) {
    const met = due.filter((floor) => floor.has(candidate));
    if (met.length > best.met) best = { at, floor: met[0]!.name, met: met.length };
    if (met.length === due.length) break;
  }
  return best;
}
