/** How much a match explores: as the request says, else as the domain is set. */
import { EXPLORE_ONCE_TRAINED } from '../../../contract/explore.ts';
import type { MatchRequest } from '../../../contract/match.ts';
import type { StageModel } from '../../ranking/models/model-catalog.ts';

/**
 * `setting`: that of the domain; null: the default, where a model ranks that the tenant's own outcomes trained. A
 * request that pins another tier does not explore by default. The setting does not count where nothing is learned
 * from what is shown: where the match is not recorded, or ranks given candidates.
 */
export function exploreShare(
  { explore, record, profile, candidate_user_ids }: MatchRequest,
  setting: number | null,
  { tier }: Pick<StageModel, 'tier'>,
): number {
  if (explore !== undefined) return explore;
  if (record === false || profile !== undefined || candidate_user_ids !== undefined) return 0;
  return setting ?? (tier === 'tenant' ? EXPLORE_ONCE_TRAINED : 0);
}
