import { Experiment, ExperimentPath } from '../../../contract/experiment.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postExperimentResume = ({
  experiments,
  logger,
}: Pick<ServerDependencies, 'experiments' | 'logger'>) =>
  operation({
    operationId: 'resumeExperiment',
    sdk: 'admin.resumeExperiment',
    method: 'POST',
    path: '/v1/experiments/:experiment_id/resume',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Resume an experiment',
    description:
      'A paused experiment goes on with the next match: seekers keep their arms. One that is not paused is 409 `conflict`.',
    parameters: ExperimentPath,
    answer: { status: 200, description: 'The experiment, running.', schema: Experiment },
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => {
      const experiment = await experiments.resume(parameters.experiment_id);
      const { tenant_id: tenant, domain } = experiment;
      audit(logger, { caller, requestId }, { action: 'experiment.resume', tenant, domain });
      return { ...experiment, request_id: requestId };
    },
  });
