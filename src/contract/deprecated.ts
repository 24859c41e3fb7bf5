/**
 * Deprecated operations of an earlier API: POST /ingest, /stream and /feedback/batch, and its keys on POST
 * /match. Each has an equivalent among the current operations.
 */
import { z } from 'zod';
import { anyObject, DomainParameter, FreeText, Identifier, MAX_FIELDS, SourceLabel } from './common.ts';
import { FeedbackSummary, MAX_FEEDBACK_ITEMS } from './feedback.ts';
import { MatchRequest, SeekerId } from './match.ts';
import { rowsOf } from './rows.ts';

const OptionalDomain = DomainParameter.optional().describe(
  'Optional where one domain is enabled for you; where several are, leaving it out is 400.',
);

export const IngestRequest = z
  .strictObject({
    user_id: Identifier,
    domain: OptionalDomain,
    text: FreeText.describe('Résumé, bio, notes: fields are extracted from it. At most 256 KiB of UTF-8.'),
    metadata: anyObject(MAX_FIELDS)
      .optional()
      .describe('Typed values by field name; win over extracted ones. Unknown keys go to `extras`.'),
    summary: FreeText.optional().describe(
      'Stored as a separate context item, and read after `text`. At most 256 KiB of UTF-8.',
    ),
    schema: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Version of the domain schema, one of yours: `dating.v1`. Default: the active one.'),
    enrich: z
      .boolean()
      .default(false)
      .describe('Query the enrichment endpoint that was set up for you; 422 where there is none.'),
  })
  .meta({ id: 'IngestRequest', deprecated: true });

export const StreamRequest = z
  .strictObject({
    user_id: Identifier,
    domain: OptionalDomain,
    text: FreeText.describe('At most 256 KiB of UTF-8.'),
    source: SourceLabel.default('chat'),
  })
  .meta({ id: 'StreamRequest', deprecated: true });

export const FeedbackBatchRequest = z
  .strictObject({
    batch_id: Identifier.describe(
      'Any id of your choice. Within 24 hours a repeated batch gets the first answer again, and a different batch under the same id is 422.',
    ),
    domain: OptionalDomain,
    items: rowsOf(
      z.strictObject({
        user_id: Identifier.describe('The seeker: the candidate was shown to this user.'),
        candidate_id: Identifier,
        action: z.enum(['accepted', 'rejected']),
      }),
      { least: 1, most: MAX_FEEDBACK_ITEMS },
    ),
  })
  .meta({ id: 'FeedbackBatchRequest', deprecated: true });
export type FeedbackBatchRequest = z.infer<typeof FeedbackBatchRequest>;

export const FeedbackBatchSummary = z
  .object({ batch_id: z.string(), ...FeedbackSummary.shape })
  .meta({ id: 'FeedbackBatchSummary' });

const { user_id: _, domain, limit, filters, ...plain } = MatchRequest.shape;
const earlier = (what: string) => ({ deprecated: true, description: what });

/** A rule about a combination of keys; reported even where other keys have faults. */
const alwaysReported = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};

/** The body of POST /match, with current or deprecated keys. */
export const MatchCall = z
  .strictObject({
    user_id: SeekerId,
    domain: domain
      .optional()
      .describe(
        'Optional only beside `max_matches`, `metadata_filters` or `model`, and where one domain is enabled for you.',
      ),
    limit: limit.unwrap().optional().meta({ default: 10 }),
    filters,
    ...plain,
    max_matches: limit.unwrap().optional().meta(earlier('The same as `limit`.')),
    metadata_filters: filters.meta(earlier('The same as `filters`.')),
    model: z
      .enum(['openai', 'custom'])
      .optional()
      .meta(
        earlier(
          '`openai` runs the stage `llm_judge`; `custom` ranks with the tier `tenant` of the cross encoder, or the best available one. `stages` takes precedence.',
        ),
      ),
  })
  .refine(
    ({ domain, max_matches, metadata_filters, model }) =>
      domain !== undefined ||
      max_matches !== undefined ||
      metadata_filters !== undefined ||
      model !== undefined,
    { path: ['domain'], message: 'a string', ...alwaysReported },
  )
  .refine((request) => request.user_id !== undefined || request.profile !== undefined, {
    path: ['user_id'],
    message: 'a string, or «profile» in its place',
    ...alwaysReported,
  })
  .refine((request) => request.user_id === undefined || request.profile === undefined, {
    path: ['profile'],
    message: 'does not go with «user_id»; send one or the other',
    ...alwaysReported,
  })
  .refine((request) => request.profile === undefined || request.record !== true, {
    path: ['record'],
    message: 'must be false or left out beside «profile», of which nothing is stored',
    ...alwaysReported,
  })
  .refine((request) => request.limit === undefined || request.max_matches === undefined, {
    path: ['max_matches'],
    message: 'does not go with «limit»; send one or the other',
    ...alwaysReported,
  })
  .refine((request) => request.filters === undefined || request.metadata_filters === undefined, {
    path: ['metadata_filters'],
    message: 'does not go with «filters»; send one or the other',
    ...alwaysReported,
  })
  .meta({ id: 'MatchRequest' });
export type MatchCall = z.infer<typeof MatchCall>;
