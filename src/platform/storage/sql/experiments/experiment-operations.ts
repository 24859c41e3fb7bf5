/** Changes of experiments, and of the requests that they replay. */
import { auditEntry, when } from '../audit/audit-entry.ts';
import { first, ofObject, writeOperation } from '../write-operation.ts';
import { addReplay, queueShadow, takeShadow } from './shadow-replays.ts';
import {
  addExperimentResult,
  createExperiment,
  endExperiment,
  pauseExperiment,
} from './write-experiments.ts';

export const experimentOperations = {
  createExperiment: writeOperation(createExperiment, ofObject, {
    entries: async (_, { args: [experiment], result }) =>
      when(
        result === null,
        auditEntry(experiment.tenantId, 'experiment.start', ['experiment', experiment.experimentId], {
          domain: experiment.domain,
          name: experiment.name,
          ends_at: experiment.endsAt,
        }),
      ),
  }),
  pauseExperiment: writeOperation(pauseExperiment, first, {
    entries: async (_, { args: [owner, experimentId, at], result }) =>
      when(
        result,
        auditEntry(owner, at === null ? 'experiment.resume' : 'experiment.pause', [
          'experiment',
          experimentId,
        ]),
      ),
  }),
  endExperiment: writeOperation(endExperiment, first, {
    entries: async (_, { args: [owner, experimentId, { by }], result }) =>
      when(result, auditEntry(owner, 'experiment.stop', ['experiment', experimentId], { by })),
  }),
  addExperimentResult: writeOperation(addExperimentResult, first),
  queueShadow: writeOperation(queueShadow, ofObject),
  takeShadow: writeOperation(takeShadow, first),
  addReplay: writeOperation(addReplay, ofObject),
};
