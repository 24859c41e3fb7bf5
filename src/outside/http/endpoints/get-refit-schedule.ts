import { RefitSchedule } from '../../../contract/model-refit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const getRefitSchedule = ({ refitSchedules }: Pick<ServerDependencies, 'refitSchedules'>) =>
  operation({
    operationId: 'getRefitSchedule',
    sdk: 'modelAliases.refitSchedule',
    method: 'GET',
    path: '/v1/model-aliases/:name/refit-schedule',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'Read a schedule of refits',
    description: 'When the model of the alias is refitted by itself, and the last job of that.',
    parameters: AliasPath,
    answer: { status: 200, description: 'The schedule.', schema: RefitSchedule },
    errors: ['model_not_found'],
    handle: async ({ caller, parameters: { name }, requestId }) => ({
      ...(await refitSchedules.get(caller.tenantId, name)),
      name,
      request_id: requestId,
    }),
  });
