import { MatchRecord } from '../../../contract/match.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { MatchPath } from './resource-paths.ts';

export const getMatch = ({ matchRecords }: Pick<ServerDependencies, 'matchRecords'>) =>
  operation({
    operationId: 'getMatch',
    sdk: 'match.get',
    method: 'GET',
    path: '/v1/matches/:match_id',
    scope: 'read',
    tag: 'Match',
    summary: 'Read what a match showed',
    description:
      'The users that an answer of POST /v1/match showed, with their scores and positions, and how it came about: the request, the models, the trace of the stages. Matches are kept for a year. An erased user is gone from them; the matches of an erased seeker are gone as a whole.',
    parameters: MatchPath,
    answer: { status: 200, description: 'The shown match.', schema: MatchRecord },
    errors: ['match_not_found'],
    handle: ({ caller, parameters }) => matchRecords.get(caller.tenantId, parameters.match_id),
  });
