import { MatchListQuery, MatchLog } from '../../../contract/match-log.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

interface GetMatchesParts extends Pick<ServerDependencies, 'matchRecords'> {
  readonly cursors: Sealer;
}

export const getMatches = ({ matchRecords, cursors }: GetMatchesParts) =>
  operation({
    operationId: 'listMatches',
    sdk: 'match.list',
    method: 'GET',
    path: '/v1/matches',
    scope: 'read',
    tag: 'Match',
    summary: 'List what matches showed',
    description:
      'Newest first: who asked, when, with which key, and who stood in the first places. GET /v1/matches/{match_id} has the rest of an entry. Filters may be combined; a cursor is valid only with the same ones. Where several are given, a page may have fewer entries than `limit`, or none, while `has_more` is true. Matches with `record: false` are not in the log. It goes back a year; an erased user is gone from it, and the matches of an erased seeker are gone as a whole.',
    query: MatchListQuery,
    answer: { status: 200, description: 'A page.', schema: MatchLog },
    errors: ['domain_not_found'],
    handle: (request) =>
      answerPage(cursors, 'listMatches', request, (page) => {
        const { user_id: userId, candidate_id: candidateId, key_id: keyId, domain, from, to } = request.query;
        const times = { fromMs: msOf(from), toMs: msOf(to) };
        return matchRecords.list(request.caller.tenantId, {
          ...page,
          userId,
          candidateId,
          keyId,
          domain,
          ...times,
        });
      }),
  });

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
