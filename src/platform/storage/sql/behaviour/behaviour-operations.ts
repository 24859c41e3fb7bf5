/** Changes of datasets, tokenizers, sequence models, and of the aliases and refits of models. */
import { auditEntry, when } from '../audit/audit-entry.ts';
import { first, ofObject, writeOperation } from '../write-operation.ts';
import { appendRows } from './appended-rows.ts';
import { addShownPlaces } from './count-new-items.ts';
import { finishErasure } from './dataset-erasures.ts';
import { addDataset, renewVersion } from './datasets.ts';
import { deleteDataset, deleteModel, deleteTokenizer } from './delete-resources.ts';
import { moveModelAlias, removeModelAlias } from './move-model-alias.ts';
import { noteRefit, putRefitSchedule, removeRefitSchedule } from './put-refit-schedule.ts';
import { mergeSessions } from './session-merges.ts';
import { addTokenizer } from './tokenizers.ts';

export const behaviourOperations = {
  addDataset: writeOperation(addDataset, ofObject),
  renewVersion: writeOperation(renewVersion, first),
  appendRows: writeOperation(appendRows, ofObject),
  mergeSessions: writeOperation(mergeSessions, ofObject),
  addShownPlaces: writeOperation(addShownPlaces, ofObject),
  finishErasure: writeOperation(finishErasure, first),
  deleteDataset: writeOperation(deleteDataset, first, {
    entries: async (_, { args: [owner, id], result }) =>
      result.state === 'deleted'
        ? [
            auditEntry(owner, 'dataset.delete', ['dataset', id], {
              items: result.items,
              events: result.events,
            }),
          ]
        : [],
  }),
  addTokenizer: writeOperation(addTokenizer, ofObject),
  deleteTokenizer: writeOperation(deleteTokenizer, first, {
    entries: async (_, { args: [owner, id], result }) =>
      when(result.state === 'deleted', auditEntry(owner, 'tokenizer.delete', ['tokenizer', id])),
  }),
  deleteModel: writeOperation(deleteModel, first, {
    entries: async (_, { args: [owner, id], result }) =>
      when(result.state === 'deleted', auditEntry(owner, 'model.delete', ['model', id])),
  }),
  moveModelAlias: writeOperation(moveModelAlias, first, {
    entries: async (_, { args: [owner, name, { modelId }], result }) =>
      when(result === 'moved', auditEntry(owner, 'alias.move', ['alias', name], { model_id: modelId })),
  }),
  removeModelAlias: writeOperation(removeModelAlias, first, {
    entries: async (_, { args: [owner, name], result }) =>
      when(result, auditEntry(owner, 'alias.remove', ['alias', name])),
  }),
  putRefitSchedule: writeOperation(putRefitSchedule, ofObject, {
    entries: async (_, { args: [{ tenantId: owner, name, everyEvents, everyHours }] }) => [
      auditEntry(owner, 'refit_schedule.put', ['alias', name], {
        every_events: everyEvents,
        every_hours: everyHours,
      }),
    ],
  }),
  noteRefit: writeOperation(noteRefit, ofObject),
  removeRefitSchedule: writeOperation(removeRefitSchedule, first, {
    entries: async (_, { args: [owner, name], result }) =>
      when(result, auditEntry(owner, 'refit_schedule.remove', ['alias', name])),
  }),
};
