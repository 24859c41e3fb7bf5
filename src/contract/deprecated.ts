/**
 * The operations of an earlier description of the matching area: POST /ingest, /stream and /feedback/batch, and the keys
 * that it had on POST /match. All of them are deprecated; each says something that the present operations say, too.
 */
import { z } from 'zod';
import { anyObject, DomainParameter, FreeText, Identifier, MAX_FIELDS, SourceLabel } from './common.ts';
import { FeedbackSummary, MAX_FEEDBACK_ITEMS } from './feedback.ts';
import { MatchRequest } from './match.ts';
import { rowsOf } from './rows.ts';

const OptionalDomain = DomainParameter.optional().describe(
  'May be left out where one domain is enabled for you; where several are, it is 400.',
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
      'Kept as a context item of its own, and read after `text`. At most 256 KiB of UTF-8.',
    ),
    schema: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Version to read by, one that you have: `dating.v1`. Default: the one in force.'),
    enrich: z
      .boolean()
      .default(false)
      .describe('Ask the enrichment endpoint that was set up for you; without one it is 422.'),
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
      'Yours to choose. Within 24 hours the same batch again gets the first answer again, and another one under this id is 422.',
    ),
    domain: OptionalDomain,
    items: rowsOf(
      z.strictObject({
        user_id: Identifier.describe('To whom the candidate was shown.'),
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

const { user_id, domain, limit, filters, ...plain } = MatchRequest.shape;
const earlier = (what: string) => ({ deprecated: true, description: what });

/** A rule about keys beside each other; told also where other keys are faulty. */
const evenSo = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};

/** What POST /match takes: a request, in the words of either description. */
export const MatchCall = z
  .strictObject({
    user_id,
    domain: domain
      .optional()
      .describe(
        'May be left out only beside `max_matches`, `metadata_filters` or `model`, and where one domain is enabled for you.',
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
          '`openai` runs the stage `llm_judge`; `custom` ranks with the tier `tenant` of the cross encoder, or the best there is. What `stages` says of a stage goes before.',
        ),
      ),
  })
  .refine(
    ({ domain, max_matches, metadata_filters, model }) =>
      domain !== undefined ||
      max_matches !== undefined ||
      metadata_filters !== undefined ||
      model !== undefined,
    { path: ['domain'], message: 'a string', ...evenSo },
  )
  .refine((given) => given.limit === undefined || given.max_matches === undefined, {
    path: ['max_matches'],
    message: 'does not go with «limit»; send one or the other',
    ...evenSo,
  })
  .refine((given) => given.filters === undefined || given.metadata_filters === undefined, {
    path: ['metadata_filters'],
    message: 'does not go with «filters»; send one or the other',
    ...evenSo,
  })
  .meta({ id: 'MatchRequest' });
export type MatchCall = z.infer<typeof MatchCall>;
