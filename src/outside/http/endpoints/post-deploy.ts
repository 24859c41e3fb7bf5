import { DeployRequest, ServingModel } from '../../../contract/serving-model.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postDeploy = ({ learn }: Pick<ServerDependencies, 'learn'>) =>
  operation({
    operationId: 'deployModel',
    sdk: 'training.deployModel',
    method: 'POST',
    path: '/v1/train/deploy',
    scope: 'train',
    tag: 'Learning',
    summary: 'Choose the model that serves a domain, or none of your own',
    description:
      'With a `run_id`, the ranking model of that run serves, as with POST /v1/train/runs/{run_id}/deploy. With `run_id: null` no model of your own serves: the shared model of the domain or its prior ranks. Both hold from the next match on, in every process. Models are kept. A repetition is 200 again. A later run that is better than what serves then deploys its model; so does one that is under way, unless you cancel it.',
    body: DeployRequest,
    examples: {
      'Serve without a model of your own': { domain: 'dating', run_id: null },
      'Serve the model of a run': {
        domain: 'dating',
        run_id: 'run_01k9q4d6f8h0k2m4p6r8t0v2x4',
      },
    },
    answer: { status: 200, description: 'The model that serves from now on.', schema: ServingModel },
    errors: ['domain_not_found', 'run_not_found', 'conflict'],
    handle: async ({ caller, body, requestId }) => ({
      ...(await learn.deployIn(caller.tenantId, body)),
      request_id: requestId,
    }),
  });
