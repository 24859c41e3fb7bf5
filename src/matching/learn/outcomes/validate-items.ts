/**
 * Validates feedback items as far as possible without the store, and describes faults that the store finds.
 */
import { blockedMessage } from '../../../contract/blocked.ts';
import { clip } from '../../../contract/clip.ts';
import { type FeedbackError, type FeedbackRequest, LARGEST_WEIGHT } from '../../../contract/feedback.ts';
import { MAX_SHOWN_DAYS } from '../../../contract/match.ts';
import type { FeedbackFault, FeedbackRecord } from '../../../platform/storage/learning-store.ts';

type Item = FeedbackRequest['items'][number];
type Labels = Readonly<Record<string, number>>;

export interface ValidatedItems {
  readonly sound: readonly FeedbackRecord[];
  readonly errors: readonly FeedbackError[];
}

/** `blocked`: ids of erased people. */
export function validateItems(
  items: readonly Item[],
  labels: Labels,
  blocked: ReadonlySet<string>,
): ValidatedItems {
  const errors = items.flatMap((item, index) => {
    const fault = faultOf(item, labels) ?? blockedFault(item, blocked);
    return fault === null ? [] : [{ index, ...fault }];
  });
  const faulty = new Set(errors.map(({ index }) => index));
  const sound = items.map(recordOf).filter(({ index }) => !faulty.has(index));
  return { sound, errors };
}

function recordOf(item: Item, index: number): FeedbackRecord {
  return {
    index,
    seekerId: item.seeker_id,
    candidateId: item.candidate_id,
    label: item.outcome,
    weight: item.weight,
    matchId: item.match_id ?? null,
  };
}

function faultOf(item: Item, labels: Labels): Omit<FeedbackError, 'index'> | null {
  const { outcome, weight, seeker_id, candidate_id } = item;
  if (!Object.hasOwn(labels, outcome)) {
    const known = Object.keys(labels).join(', ');
    return {
      code: 'unknown_outcome',
      message: `«${clip(outcome)}» is no outcome here; there are ${known}. The operator adds your own.`,
    };
  }
  if (!(weight > 0 && weight <= LARGEST_WEIGHT)) {
    return {
      code: 'invalid_weight',
      message: `weight was ${weight}; expected a number above 0, at most ${LARGEST_WEIGHT}.`,
    };
  }
  if (seeker_id === candidate_id) {
    return {
      code: 'invalid_pair',
      message: 'seeker_id and candidate_id are the same person; nobody is their own match.',
    };
  }
  return null;
}

function blockedFault(item: Item, blocked: ReadonlySet<string>): Omit<FeedbackError, 'index'> | null {
  for (const side of ['seeker_id', 'candidate_id'] as const)
    if (blocked.has(item[side])) return { code: 'erased', message: `${side}: ${blockedMessage(item[side])}` };
  return null;
}

/** Describes a fault in terms of the request. */
export function describeFault(
  item: Item,
  domain: string,
  index: number,
  fault: FeedbackFault,
): FeedbackError {
  switch (fault) {
    case 'unknown_seeker':
      return {
        index,
        code: 'user_not_found',
        message: `seeker_id «${item.seeker_id}» has no profile in any domain; POST /v1/users makes one.`,
      };
    case 'unknown_candidate':
      return {
        index,
        code: 'user_not_found',
        message: `candidate_id «${item.candidate_id}» has no profile in ${domain}; POST /v1/users makes one.`,
      };
    case 'unknown_match':
      return {
        index,
        code: 'unknown_match',
        message: `match_id «${clip(item.match_id ?? '')}» is no stored answer of /match that showed this candidate to this seeker in the last ${MAX_SHOWN_DAYS} days; leave it out where it is not known.`,
      };
    default:
      return fault satisfies never;
  }
}
