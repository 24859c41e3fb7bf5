/**
 * Why one candidate suits a seeker, or why not. The service explains whole matches, so the pair is looked for
 * among the best candidates. A candidate that is not among them was dropped by a stage, which the trace
 * counts, or ranks lower.
 */
import { Identifier } from '../../contract/common.ts';
import { MatchRequest } from '../../contract/match.ts';
import type { Answer } from '../service-client.ts';
import { idArgument } from './path-argument.ts';
import type { Arguments, McpTool, Send } from './tool.ts';

/** The largest `limit` of POST /match. */
const MOST_MATCHES = 100;

export const explainTool: McpTool = {
  name: 'explain',
  title: 'Explain a pair',
  description:
    'Why a candidate suits a person, or is not shown: reasons in words, the terms of the score in log-odds, the score of each stage, and the trace of how many candidates each stage dropped and why. Pairs that were already decided are explained too. `found` is false where the candidate is not among the 100 best.',
  input: MatchRequest.omit({ limit: true, explain: true, diversity: true }).extend({
    candidate_id: Identifier.describe('The candidate whose place in the ranking is explained.'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  call: explainPair,
};

async function explainPair(send: Send, given: Arguments): Promise<Answer> {
  const candidateId = idArgument(given, 'candidate_id');
  const { candidate_id: _, ...match } = given;
  const answer = await send({
    method: 'POST',
    path: '/v1/match',
    body: { ...match, filters: alsoDecided(match.filters), limit: MOST_MATCHES, explain: true },
  });
  const matches = answer.matches as readonly { readonly user_id: string }[];
  const at = matches.findIndex(({ user_id }) => user_id === candidateId);
  if (at < 0) await assertPerson(send, candidateId, String(match.domain));
  const { matches: _matches, ...rest } = answer;
  return {
    candidate_id: candidateId,
    found: at >= 0,
    ...(at >= 0 ? { position: at + 1, match: matches[at] } : { candidates_ranked: matches.length }),
    ...rest,
  };
}

/** Without the default, which leaves out candidates that the seeker has decided on. */
function alsoDecided(filters: unknown): unknown {
  const isObject = typeof filters === 'object' && filters !== null && !Array.isArray(filters);
  if (filters !== undefined && !isObject) return filters;
  return { exclude_outcomes: [], ...(filters as object | undefined) };
}

/** Throws the service's `user_not_found`, which tells an unknown candidate from one that ranks lower. */
async function assertPerson(send: Send, userId: string, domain: string): Promise<void> {
  const query = new URLSearchParams({ domain });
  await send({ method: 'GET', path: `/v1/users/${encodeURIComponent(userId)}?${query}` });
}
