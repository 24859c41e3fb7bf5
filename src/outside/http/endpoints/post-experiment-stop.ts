import { Experiment, ExperimentPath } from '../../../contract/experiment.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postExperimentStop = ({
  experiments,
  logger,
}: Pick<ServerDependencies, 'experiments' | 'logger'>) =>
  operation({
    operationId: 'stopExperiment',
    sdk: 'admin.stopExperiment',
    method: 'POST',
    path: '/v1/experiments/:experiment_id/stop',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Stop an experiment',
    description:
      'Makes a last result and ends the experiment. From the next match on its domain ranks as usual. One that has ended is 409 `conflict`.',
    parameters: ExperimentPath,
    answer: { status: 200, description: 'The experiment, ended.', schema: Experiment },
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => {
      const experiment = await experiments.stop(parameters.experiment_id);
      const { tenant_id: tenant, domain } = experiment;
      audit(logger, { caller, requestId }, { action: 'experiment.stop', tenant, domain });
      return { ...experiment, request_id: requestId };
    },
  });
