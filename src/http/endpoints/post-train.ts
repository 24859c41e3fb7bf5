import { TrainingRun, TrainRequest } from '../../contract/training-run.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { trainExample } from './examples.ts';

export const postTrain = ({ learn, accounts }: Pick<ServerDependencies, 'learn' | 'accounts'>) =>
  operation({
    operationId: 'train',
    method: 'POST',
    path: '/v1/train',
    scope: 'train',
    tag: 'Learning',
    summary: 'Train the ranker of a domain now',
    description:
      'Answers at once; the run goes on by itself. Below the threshold of pending triplets it is 409 `below_threshold`, unless `force` is set. A run of the domain that is queued or running already is given back, whatever the threshold says. What a run makes goes live only if it is not worse than what serves, on outcomes that it did not learn from; `force` does not change that.',
    body: TrainRequest,
    examples: { 'Do not wait for the threshold': trainExample },
    answer: { status: 202, description: 'The run.', schema: TrainingRun },
    errors: ['domain_not_found', 'below_threshold'],
    idempotency: 'optional',
    handle: async ({ caller, body }) => {
      const domain = body.domain ?? (await accounts.defaultDomain(caller.tenantId));
      return learn.train(caller.tenantId, { ...body, domain });
    },
  });
