import { StartedTrainingRun, TrainRequest } from '../../../contract/training-run.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postTrain = ({ learn, accounts }: Pick<ServerDependencies, 'learn' | 'accounts'>) =>
  operation({
    operationId: 'train',
    sdk: 'training.start',
    method: 'POST',
    path: '/v1/train',
    scope: 'train',
    tag: 'Learning',
    summary: 'Train the ranker of a domain now',
    description:
      'Answers at once; the run continues in the background. Below the threshold of pending triplets the call is 409 `below_threshold`, unless `force` is set. If a run of the domain is already queued or running, it is returned with `already_running: true`, whatever the threshold and `force`. The new model is deployed only if it is not worse than the serving one, on outcomes that it did not learn from; `force` does not change that.',
    body: TrainRequest,
    examples: { 'Do not wait for the threshold': { domain: 'dating', force: true } },
    answer: { status: 202, description: 'The run.', schema: StartedTrainingRun },
    errors: ['domain_not_found', 'below_threshold'],
    idempotency: 'optional',
    handle: async ({ caller, body }) => {
      const domain = body.domain ?? (await accounts.defaultDomain(caller.tenantId));
      return learn.train(caller.tenantId, { ...body, domain });
    },
  });
