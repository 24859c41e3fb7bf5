import { RefitRequest } from '../../../contract/model-refit.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const postRefits = ({ refits }: Pick<ServerDependencies, 'refits'>) =>
  jobOperation({
    operationId: 'refitModel',
    sdk: 'modelAliases.refit',
    method: 'POST',
    path: '/v1/model-aliases/:name/refits',
    scope: 'train',
    tag: 'Models',
    summary: 'Refit the model of an alias',
    description:
      'The model that the alias names goes on learning: from the events of the dataset that are later than its own data, and from a sample of earlier people. Both are judged on the newest of the new events, which neither has seen: a fifth, or up to half where fewer than 100 people are in it. If the refit is not worse, it is fitted once more with these events, and the alias moves to it; and the job (`model_refit`) is `succeeded`: its `result` has `deployed`, `reason` and the new model. Else the refit is refused: the alias stays, and the job and its model are `failed` with the reason in `error`. With fewer than 30 people, or where their events cannot tell, the refit is not judged: the job is `succeeded` with `deployed: false` and `code: "nothing_to_judge"`, the model can serve, and the alias stays until it is moved by hand. Without any new event the job fails with `nothing_to_judge`. While a refit of the alias is waiting or running, another request is answered with that job.',
    parameters: AliasPath,
    body: RefitRequest,
    examples: {
      'On the next version of the dataset': {
        dataset_id: 'ds_01jx8m9y3n6v4k2q7w5t1r8p0z',
        settings: { epochs: 20 },
      },
    },
    errors: ['model_not_found', 'dataset_not_found', 'access_denied', 'model_not_ready', 'conflict'],
    idempotency: 'required',
    handle: ({ caller, parameters: { name }, body, claim }) =>
      refits.refit(caller.tenantId, name, body, claim),
  });
