/**
 * Why one candidate suits a seeker, or why not: a match with this candidate alone. A person who is no
 * candidate has a reason; the trace counts a candidate that a stage dropped. The match is not recorded,
 * because its answer is not shown to the seeker.
 */
import { Identifier } from '../../../contract/common.ts';
import { MatchRequest, type MatchResult, SeekerId } from '../../../contract/match.ts';
import type { Answer } from '../service-client.ts';
import { idArgument } from './path-argument.ts';
import type { Arguments, McpTool, Send } from './tool.ts';

export const explainTool: McpTool = {
  name: 'explain',
  title: 'Explain a pair',
  description:
    'Why a candidate suits a person, or is not shown: reasons in words, the terms of the score in log-odds, the score of each stage, and the trace. Pairs that were already decided are explained too. `found` is false where a condition or a stage excludes the candidate; `reason` then names the condition, or the trace the stage.',
  input: MatchRequest.omit({
    ...{ candidate_user_ids: true, limit: true, explain: true, record: true },
    ...{ diversity: true, explore: true },
  }).extend({
    user_id: SeekerId,
    candidate_id: Identifier.describe('The candidate who is explained.'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  call: explainPair,
};

async function explainPair(send: Send, args: Arguments): Promise<Answer> {
  const candidateId = idArgument(args, 'candidate_id');
  const { candidate_id: _, ...match } = args;
  const answer = await send({
    method: 'POST',
    path: '/v1/match',
    body: {
      ...match,
      filters: alsoDecided(match.filters),
      candidate_user_ids: [candidateId],
      limit: 1,
      explain: true,
      record: false,
    },
  });
  const { matches, not_candidates = [], ...rest } = answer as Explained;
  const [found] = matches;
  const reason = not_candidates[0]?.reason;
  if (reason === 'unknown') await assertPerson(send, candidateId, String(match.domain));
  return {
    candidate_id: candidateId,
    found: found !== undefined,
    ...(found !== undefined && { match: found }),
    ...(reason !== undefined && { reason }),
    ...rest,
  };
}

type Explained = Answer & Pick<MatchResult, 'matches' | 'not_candidates'>;

/** Without the default, which leaves out candidates that the seeker has decided on. */
function alsoDecided(filters: unknown): unknown {
  const isObject = typeof filters === 'object' && filters !== null && !Array.isArray(filters);
  if (filters !== undefined && !isObject) return filters;
  return { exclude_outcomes: [], ...(filters as object | undefined) };
}

/** Throws the service's `user_not_found` for an unknown candidate. */
async function assertPerson(send: Send, userId: string, domain: string): Promise<void> {
  const query = new URLSearchParams({ domain });
  await send({ method: 'GET', path: `/v1/users/${encodeURIComponent(userId)}?${query}` });
}
