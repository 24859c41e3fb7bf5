/** POST /match/batch: the matches of many seekers, by a job. */
import { z } from 'zod';
import { formatHasSource, reasonsAreLines, SourceFormat } from './batch-files.ts';
import { conditions, DomainParameter, Identifier } from './common.ts';
import { idList } from './id-list.ts';
import { MatchRequest } from './match.ts';

const MOST_SEEKERS = 100_000;

/** A row of a file of seekers; one without an id is answered with an error. */
export const SeekerRow = z.strictObject({ user_id: Identifier.optional() });
export type SeekerRow = z.output<typeof SeekerRow>;

const {
  user_id: _user,
  profile: _profile,
  domain: _domain,
  budget_ms: _budget,
  record: _record,
  ...options
} = MatchRequest.shape;

const Seekers = z
  .strictObject({
    filters: conditions()
      .optional()
      .describe('Which users are seekers, in the grammar of `filters`; a distance needs `<geo field>_from`.'),
    side: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Only users of this side, in a domain that has sides: a value of its side field.'),
  })
  .meta({ id: 'Seekers' });

export const MatchBatchRequest = z
  .strictObject({
    domain: DomainParameter,
    user_ids: idList({ least: 1, most: MOST_SEEKERS })
      .optional()
      .describe('The seekers. Default: all users of the domain.'),
    source_uri: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe(
        'A file with a `user_id` a row, in a location that the operator allows. Instead of `user_ids`.',
      ),
    source_format: SourceFormat,
    seekers: Seekers.optional().describe('Narrows all users of the domain. Instead of `user_ids`.'),
    ...options,
    record: z
      .boolean()
      .default(false)
      .describe(
        'Whether each match is stored as one that showed its candidates. Default: false, because most batches are computed in advance. With true each line has the `match_id` for feedback.',
      ),
    output_format: z
      .enum(['jsonl', 'parquet'])
      .default('jsonl')
      .describe('`jsonl`: a line a seeker. `parquet`: a row a match, with `rank` from 1.'),
  })
  .refine(
    ({ user_ids, source_uri, seekers }) =>
      [user_ids, source_uri, seekers].filter((source) => source !== undefined).length < 2,
    { message: 'give one of user_ids, source_uri and seekers', path: ['user_ids'] },
  )
  .refine(...formatHasSource)
  .refine(...reasonsAreLines)
  .meta({ id: 'MatchBatchRequest' });
export type MatchBatchRequest = z.output<typeof MatchBatchRequest>;
