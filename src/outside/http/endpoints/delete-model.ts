import { DeletedFiles } from '../../../contract/deletion.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const deleteModel = ({ deletions }: Pick<ServerDependencies, 'deletions'>) =>
  operation({
    operationId: 'deleteModel',
    sdk: 'models.delete',
    method: 'DELETE',
    path: '/v1/models/:model_id',
    scope: 'train',
    tag: 'Models',
    summary: 'Delete a model',
    description:
      'Removes its files at once, and those of its deleted dataset if no other model reads them; within a second no process answers with it. Refused with 409 `conflict` while its own job, an adaptation that begins with it, or a simulation of it is not done. Models that were trained from it stay.',
    parameters: ModelPath,
    answer: { status: 200, description: 'The erased files.', schema: DeletedFiles },
    errors: ['model_not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await deletions.model(caller.tenantId, parameters.model_id)),
      request_id: requestId,
    }),
  });
