import type { Logger } from 'pino';
import type { ModelExperiment } from '../../../contract/model-experiment.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export type ChangeModelExperimentParts = Pick<ServerDependencies, 'modelExperiments' | 'logger'>;

interface Asked {
  readonly caller: Caller;
  readonly parameters: { readonly experiment_id: string };
  readonly requestId: string;
}

const past = { pause: 'paused', resume: 'resumed', stop: 'stopped' } as const;

/** Handles a change of an experiment: carries it out, logs it, and answers with the experiment. */
export function changeModelExperiment(
  { modelExperiments, logger }: ChangeModelExperimentParts,
  change: keyof typeof past,
) {
  return async ({ caller, parameters, requestId }: Asked) => {
    const experiment = await modelExperiments[change](caller.tenantId, parameters.experiment_id);
    logModelExperiment(logger, { caller, requestId }, past[change], experiment);
    return { ...experiment, request_id: requestId };
  };
}

export function logModelExperiment(
  logger: Pick<Logger, 'info'>,
  { caller: { keyId, tenantId: tenant }, requestId }: Pick<Asked, 'caller' | 'requestId'>,
  done: (typeof past)[keyof typeof past] | 'begun' | 'promoted',
  { id, alias }: Pick<ModelExperiment, 'id' | 'alias'>,
): void {
  logger.info(
    { request_id: requestId, key_id: keyId, tenant, alias, experiment: id },
    `experiment on models ${done}`,
  );
}
