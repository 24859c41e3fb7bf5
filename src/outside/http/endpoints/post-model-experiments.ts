import { CreateModelExperimentRequest, ModelExperiment } from '../../../contract/model-experiment.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { logModelExperiment } from './change-model-experiment.ts';

export const postModelExperiments = ({
  modelExperiments,
  logger,
}: Pick<ServerDependencies, 'modelExperiments' | 'logger'>) =>
  operation({
    operationId: 'createModelExperiment',
    sdk: { method: 'modelExperiments.create', retries: 0 },
    method: 'POST',
    path: '/v1/model-experiments',
    scope: 'train',
    tag: 'Models',
    summary: 'Begin an experiment on models',
    description:
      'Compares models behind an alias: from the next request on, predictions through `alias:NAME` with a `person_id` come from the person’s arm (`split`), or from a list that is drawn from both arms by team draft (`interleaving`). What is shown is remembered, at most 500 items of a person and 100 of an answer. An appended event of a success kind on a shown item, within the window after it was last shown, counts once. Requests with a `history` and people outside the share get the model of the alias. The experiment ends by its stop rule or after `days`. An alias has one running experiment; another one is 409 `conflict`.',
    body: CreateModelExperimentRequest,
    examples: {
      'A newer model, by person': {
        alias: 'live',
        name: 'This week’s model',
        design: 'split',
        arms: [
          { name: 'now', model_id: 'alias:live' },
          { name: 'newer', model_id: 'model_01jx8m9y3n6v4k2q7w5t1r8p0z' },
        ],
        success_kinds: ['buy'],
        stop: { smallest_effect: 0.005 },
      },
    },
    answer: { status: 200, description: 'The experiment, running.', schema: ModelExperiment },
    errors: ['model_not_found', 'model_not_ready', 'capability_missing', 'dataset_not_found', 'conflict'],
    handle: async ({ caller, body, requestId }) => {
      const experiment = await modelExperiments.create(caller.tenantId, body);
      logModelExperiment(logger, { caller, requestId }, 'begun', experiment);
      return { ...experiment, request_id: requestId };
    },
  });
