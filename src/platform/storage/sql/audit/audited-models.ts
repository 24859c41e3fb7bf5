/** Entries of experiments, sequence models, their aliases and their sources. */
import type { deleteDataset, deleteModel, deleteTokenizer } from '../behaviour/delete-resources.ts';
import type { moveModelAlias, removeModelAlias } from '../behaviour/move-model-alias.ts';
import type { putRefitSchedule, removeRefitSchedule } from '../behaviour/put-refit-schedule.ts';
import type { createExperiment, endExperiment } from '../experiments/write-experiments.ts';
import { type Audited, entry, when } from './audited-change.ts';

export const auditedExperiments = {
  createExperiment: {
    entries: async (_, { args: [experiment], result }) =>
      when(
        result === null,
        entry(experiment.tenantId, 'experiment.start', ['experiment', experiment.experimentId], {
          domain: experiment.domain,
          name: experiment.name,
          ends_at: experiment.endsAt,
        }),
      ),
  } satisfies Audited<typeof createExperiment>,
  endExperiment: {
    entries: async (_, { args: [owner, experimentId, { by }], result }) =>
      when(result, entry(owner, 'experiment.stop', ['experiment', experimentId], { by })),
  } satisfies Audited<typeof endExperiment>,
};

export const auditedModels = {
  moveModelAlias: {
    entries: async (_, { args: [owner, name, { modelId }], result }) =>
      when(result === 'moved', entry(owner, 'alias.move', ['alias', name], { model_id: modelId })),
  } satisfies Audited<typeof moveModelAlias>,
  removeModelAlias: {
    entries: async (_, { args: [owner, name], result }) =>
      when(result, entry(owner, 'alias.remove', ['alias', name])),
  } satisfies Audited<typeof removeModelAlias>,
  putRefitSchedule: {
    entries: async (_, { args: [{ tenantId: owner, name, everyEvents, everyHours }] }) => [
      entry(owner, 'refit_schedule.put', ['alias', name], {
        every_events: everyEvents,
        every_hours: everyHours,
      }),
    ],
  } satisfies Audited<typeof putRefitSchedule>,
  removeRefitSchedule: {
    entries: async (_, { args: [owner, name], result }) =>
      when(result, entry(owner, 'refit_schedule.remove', ['alias', name])),
  } satisfies Audited<typeof removeRefitSchedule>,
  deleteDataset: {
    entries: async (_, { args: [owner, id], result }) =>
      result.state === 'deleted'
        ? [entry(owner, 'dataset.delete', ['dataset', id], { items: result.items, events: result.events })]
        : [],
  } satisfies Audited<typeof deleteDataset>,
  deleteModel: {
    entries: async (_, { args: [owner, id], result }) =>
      when(result.state === 'deleted', entry(owner, 'model.delete', ['model', id])),
  } satisfies Audited<typeof deleteModel>,
  deleteTokenizer: {
    entries: async (_, { args: [owner, id], result }) =>
      when(result.state === 'deleted', entry(owner, 'tokenizer.delete', ['tokenizer', id])),
  } satisfies Audited<typeof deleteTokenizer>,
};
