import type { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import { MergedSessions, MergeSessionsRequest } from '../../../contract/session-merge.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const mergeSessionsExample: z.input<typeof MergeSessionsRequest> = {
  merges: [{ session_id: 's-81', person_id: 'ana' }],
};

export const postDatasetSessionMerges = ({ datasetAppends }: Pick<ServerDependencies, 'datasetAppends'>) =>
  operation({
    operationId: 'mergeDatasetSessions',
    sdk: 'datasets.mergeSessions',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/session-merges',
    scope: 'data',
    tag: 'Datasets',
    summary: 'Merge anonymous sessions with people',
    description:
      'Says that the anonymous events of a session are those of a person, as when somebody signs in. It holds for the name of the dataset and from now on: events that wait and later ones of the session are the person’s, predictions by `person_id` read them at once, and the next version that is cut has them with the `person_id`. Versions that are there stay as they are. Idempotent; a session that was merged with another person is refused with 409 `conflict`, and nothing of the request is kept. Events that the session has of other people stay theirs.',
    parameters: DatasetPath,
    body: MergeSessionsRequest,
    bodyLimit: MIB,
    examples: { 'Somebody signed in': mergeSessionsExample },
    answer: { status: 200, description: 'The sessions that were merged.', schema: MergedSessions },
    errors: ['dataset_not_found', 'conflict', 'erased'],
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await datasetAppends.mergeSessions(caller.tenantId, parameters.dataset_id, body)),
      request_id: requestId,
    }),
  });
