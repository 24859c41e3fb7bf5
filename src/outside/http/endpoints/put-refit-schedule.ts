import { RefitSchedule, RefitScheduleRequest } from '../../../contract/model-refit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const putRefitSchedule = ({ refitSchedules }: Pick<ServerDependencies, 'refitSchedules'>) =>
  operation({
    operationId: 'scheduleRefits',
    sdk: 'modelAliases.scheduleRefits',
    method: 'PUT',
    path: '/v1/model-aliases/:name/refit-schedule',
    scope: 'train',
    tag: 'Models',
    summary: 'Schedule refits',
    description:
      'From now on the model of the alias is refitted by itself: after so many new events, or so many hours if there are new events, whichever comes first. What was appended to the dataset becomes its next version first. Each refit has to pass the gate of POST /v1/model-aliases/{name}/refits. An earlier schedule of the alias is replaced.',
    parameters: AliasPath,
    body: RefitScheduleRequest,
    examples: { 'After 10,000 events, or a day': { every_events: 10_000, every_hours: 24 } },
    answer: { status: 200, description: 'The schedule.', schema: RefitSchedule },
    errors: ['model_not_found'],
    handle: async ({ caller, parameters: { name }, body, requestId }) => ({
      ...(await refitSchedules.put(caller.tenantId, name, body)),
      name,
      request_id: requestId,
    }),
  });
