/**
 * Team-draft interleaving (Radlinski, Kurup and Joachims 2008). Two rankings pick in turn, each its best
 * candidate that is not picked yet. The one with fewer picks is next, and a coin decides between equals. So
 * both stand equally high on average, and the seeker's choices compare them.
 */
export interface Pick<Candidate> {
  readonly candidate: Candidate;
  /** 0 or 1: the ranking that picked it. */
  readonly team: 0 | 1;
}

/**
 * At most `limit` picks. `secondFirst`: whether the second ranking is next where both have picked equally
 * often.
 */
export function teamDraft<Candidate>(
  rankings: readonly [readonly Candidate[], readonly Candidate[]],
  idOf: (candidate: Candidate) => string,
  limit: number,
  secondFirst: () => boolean,
): readonly Pick<Candidate>[] {
  const picks: Pick<Candidate>[] = [];
  const picked = new Set<string>();
  const made = [0, 0];
  const left = rankings.map((ranking) => ranking.values());
  const nextOf = (team: 0 | 1) => left[team]!.find((candidate) => !picked.has(idOf(candidate)));
  while (picks.length < limit) {
    const isSecond = made[0] === made[1] ? secondFirst() : made[1]! < made[0]!;
    const turn = isSecond ? 1 : 0;
    const other = isSecond ? 0 : 1;
    let team: 0 | 1 = turn;
    let candidate = nextOf(turn);
    // A ranking that has nothing left leaves the turn to the other one.
    if (candidate === undefined) [team, candidate] = [other, nextOf(other)];
    if (candidate === undefined) return picks;
    picks.push({ candidate, team });
    picked.add(idOf(candidate));
    made[team]! += 1;
  }
  return picks;
}
