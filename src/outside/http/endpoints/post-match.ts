import type { z } from 'zod';
import { MatchCall } from '../../../contract/deprecated.ts';
import { type MatchRequest, MatchResult } from '../../../contract/match.ts';
import { currentMatchRequest } from '../deprecated/current-match-request.ts';
import { inDeprecatedTerms } from '../deprecated/in-deprecated-terms.ts';
import { operation } from '../operation.ts';
import { assertScope } from '../request/authenticate.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const matchExample: z.input<typeof MatchRequest> = {
  user_id: 'ana',
  domain: 'dating',
  limit: 5,
  filters: { age: { gte: 28, lte: 40 }, location_within_km: 50 },
  explain: true,
};

export const rankGivenExample: z.input<typeof MatchRequest> = {
  user_id: 'ana',
  domain: 'dating',
  candidate_user_ids: ['bruno', 'emil', 'rui'],
  exclude_shown_days: 30,
  explain: true,
};

export const postMatch = ({ match, accounts }: Pick<ServerDependencies, 'match' | 'accounts'>) =>
  operation({
    operationId: 'match',
    sdk: 'match.run',
    method: 'POST',
    path: '/v1/match',
    scope: 'match',
    tag: 'Match',
    summary: 'Find whom a user suits',
    description:
      'Ranked, compatible candidates through the stages `sql_filter`, `light_ml`, `embedding`, `cross_encoder` and (when enabled) `llm_judge`. `filters` are hard: any hard field by name with a scalar (equals), an array (any of) or `gt|gte|lt|lte|ne|in|nin|exists`, `<geo field>_within_km`, `exclude_user_ids`, `exclude_outcomes`. `candidate_user_ids` ranks these users alone, under the same filters and preferences; `exclude_shown_days` leaves out whom this seeker was shown lately. `weights` multiplies the points of terms for this request. `profile` in place of `user_id` is a seeker that is not stored: its text is read, and nothing of it is kept. `explain` adds scores by stage, reasons, terms and the trace, which says of each filter and preference how many it drops. `degraded` lists the stages that were skipped or cut short. What an answer shows is stored before it is sent, unless `record` is false. With the same models and data, the same request gives the same scores within an hour of the clock: the age of a profile is measured from the start of the hour.',
    body: MatchCall,
    texts: ['profile.context'],
    examples: {
      'Nearby, explained': matchExample,
      'Given users, not shown lately': rankGivenExample,
      'A trial of other weights': {
        user_id: 'ana',
        domain: 'dating',
        weights: { distance: 0, relationship_goal: 2 },
        record: false,
      },
      'A seeker that is not stored': {
        domain: 'dating',
        profile: {
          context: 'I am Ana, 31, a woman in Lisbon. I climb and want something serious, ideally with a man.',
          preferences: { age: { gte: 28, lte: 40 } },
        },
        limit: 5,
      },
    },
    answer: {
      status: 200,
      description: 'Candidates, best first.',
      schema: MatchResult,
      unchecked: true,
    },
    errors: [
      'erased',
      'user_not_found',
      'domain_not_found',
      'duplicate_id',
      'unknown_filter',
      'unknown_outcome',
      'invalid_field_value',
      'model_unavailable',
      'location_unknown',
      'warming_up',
    ],
    idempotency: 'optional',
    keepsAnswer: ({ profile }) => profile === undefined,
    handle: async ({ caller, body, signal, noteStageTimes }) => {
      if (body.profile !== undefined) assertScope(caller, 'read');
      const domain = body.domain ?? (await accounts.defaultDomain(caller.tenantId));
      try {
        const { result, times } = await match.match(
          caller.tenantId,
          currentMatchRequest(body, domain),
          signal,
        );
        noteStageTimes(times);
        return result;
      } catch (error) {
        throw body.metadata_filters === undefined ? error : inDeprecatedTerms(error);
      }
    },
  });
