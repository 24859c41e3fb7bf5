/** POST /feedback. */
import { z } from 'zod';
import { DomainParameter, Identifier } from './common.ts';
import { idList } from './id-list.ts';
import { rowsOf } from './rows.ts';

export const MAX_FEEDBACK_ITEMS = 1000;
/** Upper bound of a weight; the lower bound is 0, exclusive. */
export const LARGEST_WEIGHT = 100;

/** Confirmed answers of one call, and users of one of them. */
const MAX_SEEN_MATCHES = 1000;
const MAX_SEEN_USERS = 1000;

export const FeedbackItem = z
  .strictObject({
    seeker_id: Identifier,
    candidate_id: Identifier,
    outcome: z
      .string()
      .describe('Label: accepted, rejected, converted, expired, or a custom one set up at onboarding.'),
    weight: z
      .number()
      .default(1)
      .describe(
        `Strength, above 0 and at most ${LARGEST_WEIGHT}: click 0.25, like 1, conversion 2 or more, long-term retention 5 or more.`,
      ),
    match_id: z.string().optional().describe('The answer of /match in which the candidate was shown.'),
  })
  .meta({ id: 'FeedbackItem' });
export type FeedbackItem = z.output<typeof FeedbackItem>;

const SeenMatch = z
  .strictObject({
    match_id: z.string().max(128).describe('The answer of /match that was seen.'),
    user_ids: idList({ least: 1, most: MAX_SEEN_USERS })
      .optional()
      .describe('The matches of that answer that were seen; leave it out where all of it was seen.'),
  })
  .meta({ id: 'SeenMatch' });

export const FeedbackRequest = z
  .strictObject({
    domain: DomainParameter,
    items: rowsOf(FeedbackItem, { least: 0, most: MAX_FEEDBACK_ITEMS })
      .default([])
      .describe('At least one, unless `shown` is given.'),
    shown: rowsOf(SeenMatch, { least: 1, most: MAX_SEEN_MATCHES })
      .optional()
      .describe(
        'Answers of /match that the seeker has really seen. Seen matches without a decision are evidence for training; of an answer that is not confirmed, only those down to the lowest decided one are.',
      ),
  })
  .refine(({ items, shown }) => items.length > 0 || shown !== undefined, {
    path: ['items'],
    message: 'must have at least 1 item, unless `shown` is given',
  })
  .meta({ id: 'FeedbackRequest' });
export type FeedbackRequest = z.infer<typeof FeedbackRequest>;

const feedbackFaults = [
  'unknown_outcome',
  'user_not_found',
  'invalid_weight',
  'invalid_pair',
  'unknown_match',
  'erased',
] as const;

const FeedbackError = z.object({
  index: z.number().int().describe('Position of the item that was left out, or in `shown`.'),
  field: z.literal('shown').optional().describe('`shown` where `index` counts there; else absent.'),
  code: z.enum(feedbackFaults),
  message: z.string(),
});
export type FeedbackError = z.infer<typeof FeedbackError>;

export const FeedbackSummary = z
  .object({
    accepted: z.number().int().describe('Number of accepted items.'),
    triplets_generated: z
      .number()
      .int()
      .describe('Triplets created by this call, without those that a later item of the same call removed.'),
    triplets_pending_train: z
      .number()
      .int()
      .describe(
        'Pending triplets of the domain after this call: those pending before, plus `triplets_generated`, minus those that its labels removed. 0 where the call started a run, which uses them all.',
      ),
    shown_confirmed: z
      .number()
      .int()
      .optional()
      .describe('Number of entries of `shown` that hold without a fault; only where `shown` is given.'),
    errors: z
      .array(FeedbackError)
      .describe('Items that were left out, by position, and then the faults of `shown`, by position.'),
  })
  .meta({ id: 'FeedbackSummary' });
export type FeedbackSummary = z.infer<typeof FeedbackSummary>;
