/** Changes of experiments on models, and of what they have shown. */
import { auditEntry, when } from '../audit/audit-entry.ts';
import { first, none, ofObject, writeOperation } from '../write-operation.ts';
import {
  addModelExperimentResult,
  createModelExperiment,
  endModelExperiment,
  pauseModelExperiment,
  promoteModelExperiment,
} from './change-model-experiments.ts';
import { findModelExperiment } from './find-model-experiments.ts';
import { addShownItems, forgetShownItems } from './shown-items.ts';

export const modelExperimentOperations = {
  createModelExperiment: writeOperation(createModelExperiment, ofObject, {
    entries: async (_, { args: [experiment], result }) =>
      when(
        result === null,
        auditEntry(experiment.tenantId, 'model_experiment.start', target(experiment.experimentId), {
          alias: experiment.alias,
          name: experiment.name,
          ends_at: experiment.endsAt,
        }),
      ),
  }),
  pauseModelExperiment: writeOperation(pauseModelExperiment, first, {
    entries: async (_, { args: [owner, experimentId, at], result }) =>
      when(
        result,
        auditEntry(
          owner,
          at === null ? 'model_experiment.resume' : 'model_experiment.pause',
          target(experimentId),
        ),
      ),
  }),
  endModelExperiment: writeOperation(endModelExperiment, first, {
    entries: async (_, { args: [owner, experimentId, { by }], result }) =>
      when(result, auditEntry(owner, 'model_experiment.stop', target(experimentId), { by })),
  }),
  promoteModelExperiment: writeOperation(promoteModelExperiment, first, {
    entries: async (db, { args: [owner, experimentId, arm, { modelId }], result }) => {
      const { alias } = (await findModelExperiment(db, owner, experimentId))!;
      return [
        auditEntry(owner, 'model_experiment.promote', target(experimentId), { arm, model_id: modelId }),
        ...when(result === 'moved', auditEntry(owner, 'alias.move', ['alias', alias], { model_id: modelId })),
      ];
    },
  }),
  addModelExperimentResult: writeOperation(addModelExperimentResult, first),
  addShownItems: writeOperation(addShownItems, ofObject),
  // No experiment of the rows runs, and an ended one never runs again.
  forgetShownItems: writeOperation(forgetShownItems, none),
};

const target = (experimentId: string) => ['model_experiment', experimentId] as const;
