import type { Caller } from '../../accounts/authenticate.ts';
import { audit } from '../logs/audit.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export type ChangeExperimentParts = Pick<ServerDependencies, 'experiments' | 'logger'>;

interface Asked {
  readonly caller: Caller;
  readonly parameters: { readonly experiment_id: string };
  readonly requestId: string;
}

/** Handles a change of an experiment: carries it out, logs it, and answers with the experiment. */
export function changeExperiment(
  { experiments, logger }: ChangeExperimentParts,
  change: 'pause' | 'resume' | 'stop',
) {
  return async ({ caller, parameters, requestId }: Asked) => {
    const experiment = await experiments[change](parameters.experiment_id);
    const { tenant_id: tenant, domain } = experiment;
    audit(logger, { caller, requestId }, { action: `experiment.${change}`, tenant, domain });
    return { ...experiment, request_id: requestId };
  };
}
