import { CreateExperimentRequest, Experiment } from '../../../contract/experiment.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { experimentExample, interleavingExample } from './examples.ts';

export const postExperiments = ({
  experiments,
  logger,
}: Pick<ServerDependencies, 'experiments' | 'logger'>) =>
  operation({
    operationId: 'createExperiment',
    sdk: { method: 'admin.createExperiment', retries: 0 },
    method: 'POST',
    path: '/v1/experiments',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Begin an experiment',
    description:
      'Compares two arms of a tenant’s domain: the control first, then the treatment. An arm is a tier or a version of the ranking model, additions to the points of terms, settings of stages, or nothing of these (as usual). `split` assigns seekers, `cluster` places with the people who look for each other there, `switchback` the same anew each day (UTC); `interleaving` draws each answer from both arms. Assignments follow from ids alone, and are the same in every process. Requests with their own `stages` or `weights`, and those with `record: false`, stay out. The experiment ends by its stop rule or after `days`. A domain has one running experiment; another one is 409 `conflict`.',
    body: CreateExperimentRequest,
    examples: {
      'A nearer ranking, by clusters': experimentExample,
      'Two models, interleaved': interleavingExample,
    },
    answer: { status: 200, description: 'The experiment, running.', schema: Experiment },
    errors: ['not_found', 'domain_not_found', 'model_unavailable', 'conflict'],
    handle: async ({ caller, body, requestId }) => {
      const experiment = await experiments.create(body);
      const { tenant_id: tenant, domain } = experiment;
      audit(logger, { caller, requestId }, { action: 'experiment.create', tenant, domain });
      return { ...experiment, request_id: requestId };
    },
  });
