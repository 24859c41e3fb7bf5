/** GET /matches: the log of what matches showed. */
import { z } from 'zod';
import { DomainInAddress, Identifier } from './common.ts';
import { ListQuery, listOf, ResourceId, TimeParameter } from './lists.ts';
import { KeyOfMatch, ModelsOfRecord, Score, TookMs } from './match.ts';

export const MatchListQuery = ListQuery.extend({
  user_id: Identifier.optional().describe('Only matches of this seeker.').meta({ example: 'ana' }),
  candidate_id: Identifier.optional()
    .describe('Only matches that showed this user.')
    .meta({ example: 'bruno' }),
  key_id: ResourceId.optional()
    .describe('Only matches that this API key asked for.')
    .meta({ example: 'key_01jx8m9y3n6v4k2q7w5t1r8p0z' }),
  domain: DomainInAddress.optional().describe('Only matches of this domain.'),
  from: TimeParameter.optional()
    .describe('Only matches at or after this time.')
    .meta({ example: '2026-11-30T14:02:00Z' }),
  to: TimeParameter.optional()
    .describe('Only matches before this time.')
    .meta({ example: '2026-11-30T14:03:00Z' }),
});

export const MatchLogEntry = z
  .object({
    match_id: z.string(),
    user_id: z.string().describe('The seeker.'),
    domain: z.string(),
    created_at: z.iso
      .datetime()
      .describe('When it was answered; for a match of a batch, when the batch was created.'),
    key_id: KeyOfMatch,
    key_name: z.string().nullable().describe('The name of the key now; null: it has no name.'),
    took_ms: TookMs,
    shown: z.int().min(0).describe('How many users it showed, without those who were erased since.'),
    top: z
      .array(
        z.object({
          user_id: z.string(),
          position: z.int().min(1).describe('In the answer, from 1 on.'),
          score: Score,
        }),
      )
      .describe('Who stood in the first five places, best first. Erased users are left out.'),
    models_used: ModelsOfRecord,
  })
  .meta({ id: 'MatchLogEntry' });
export type MatchLogEntry = z.output<typeof MatchLogEntry>;

export const MatchLog = listOf(MatchLogEntry).meta({ id: 'MatchLog' });
