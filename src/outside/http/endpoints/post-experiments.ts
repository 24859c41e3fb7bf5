import { CreateExperimentRequest, Experiment } from '../../../contract/experiment.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

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
      'A nearer ranking, by clusters': {
        tenant_id: 'ten_01jyav4m9zq3w8k5r7t2x6c0de',
        domain: 'dating',
        name: 'A nearer ranking',
        design: 'cluster',
        arms: [
          { name: 'usual' },
          {
            name: 'nearer',
            scorecard_change: {
              distance: {
                knots: [
                  [0, 0.4],
                  [50, 0],
                  [200, -0.4],
                ],
              },
            },
          },
        ],
        primary_metric: 'mutual_per_seeker_day',
        stop: { smallest_effect: 0.02 },
      },
      'Two models, interleaved': {
        tenant_id: 'ten_01jyav4m9zq3w8k5r7t2x6c0de',
        domain: 'hiring',
        name: 'Our model beside the general one',
        design: 'interleaving',
        arms: [{ name: 'ours' }, { name: 'general', tier: 'general' }],
        share: 0.5,
        primary_metric: 'positive_rate',
        stop: { smallest_effect: 0.1, confidence: 0.99 },
        days: 14,
      },
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
