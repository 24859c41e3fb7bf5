import { RemovedRefitSchedule } from '../../../contract/model-refit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const deleteRefitSchedule = ({ refitSchedules }: Pick<ServerDependencies, 'refitSchedules'>) =>
  operation({
    operationId: 'removeRefitSchedule',
    sdk: 'modelAliases.removeRefitSchedule',
    method: 'DELETE',
    path: '/v1/model-aliases/:name/refit-schedule',
    scope: 'train',
    tag: 'Models',
    summary: 'Remove a schedule of refits',
    description: 'A refit that is under way goes on.',
    parameters: AliasPath,
    answer: { status: 200, description: 'It is removed.', schema: RemovedRefitSchedule },
    errors: ['model_not_found'],
    handle: async ({ caller, parameters: { name }, requestId }) => {
      await refitSchedules.remove(caller.tenantId, name);
      return { name, removed: true as const, request_id: requestId };
    },
  });
