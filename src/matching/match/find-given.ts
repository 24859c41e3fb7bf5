/** Looks up `candidate_user_ids` of a request. */
import type { RowNumber } from '../../contract/brands.ts';
import type { MatchRequest } from '../../contract/match.ts';
import type { CandidateIndex } from '../index/candidate-index.ts';
import type { GivenCandidates } from './stage.ts';

/** null where the request gives none. */
export function findGiven(
  index: Pick<CandidateIndex, 'rowOf'>,
  { user_id: seekerId, candidate_user_ids: given }: MatchRequest,
): GivenCandidates | null {
  if (given === undefined) return null;
  const users = new Map<RowNumber, string>();
  const missing = new Map<string, string>();
  for (const userId of given) {
    const row = userId === seekerId ? null : index.rowOf(userId);
    if (row !== null) users.set(row, userId);
    else missing.set(userId, userId === seekerId ? 'self' : 'unknown');
  }
  return { users, missing };
}
