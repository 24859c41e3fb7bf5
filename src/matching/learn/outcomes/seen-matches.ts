/** `shown` of POST /feedback: answers of /match that were really seen. */
import { clip } from '../../../contract/clip.ts';
import type { FeedbackError, FeedbackRequest } from '../../../contract/feedback.ts';
import { MAX_SHOWN_DAYS } from '../../../contract/match.ts';
import type { ShownConfirmation, ShownFault } from '../../../platform/storage/learning-store.ts';

type SeenMatch = NonNullable<FeedbackRequest['shown']>[number];

export function confirmationOf({ match_id, user_ids }: SeenMatch, index: number): ShownConfirmation {
  return { index, matchId: match_id, userIds: user_ids ?? null };
}

/** Describes a fault in terms of the request. */
export function describeShownFault(
  { match_id }: SeenMatch,
  domain: string,
  { index, unknownUserIds }: ShownFault,
): FeedbackError {
  if (unknownUserIds === null) {
    return {
      index,
      field: 'shown',
      code: 'unknown_match',
      message: `shown[${index}].match_id «${clip(match_id)}» is no stored answer of /match in ${domain} in the last ${MAX_SHOWN_DAYS} days; an answer to a request with record: false is not stored.`,
    };
  }
  const [first, ...rest] = unknownUserIds;
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return {
    index,
    field: 'shown',
    code: 'user_not_found',
    message: `shown[${index}].user_ids: «${clip(first!)}»${more} did not stand in that answer, or was erased since; the others are confirmed.`,
  };
}
