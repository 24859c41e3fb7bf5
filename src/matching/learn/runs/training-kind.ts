/** Job kind of training runs, as the server knows it; `train-task.ts` does the work in its own process. */
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { RunEnding } from '../../../platform/storage/learning-store.ts';
import { type RunInput, TRAINING_RUN } from './run-maker.ts';

export const trainingKind: TaskKind = {
  kind: TRAINING_RUN,
  concurrency: 1,
  runsIn: 'process',
  priority: 'lowest',
  listed: false,
  onEnd({ tenantId, input, startedAt }, end) {
    const { run_id: runId } = input as RunInput;
    const ending: RunEnding = {
      status: end.status,
      metrics: null,
      reason: end.status === 'failed' ? `The run broke off: ${end.error.message}` : 'The run was cancelled.',
      startedAt,
      finishedAt: new Date().toISOString(),
      model: null,
      mail: null,
    };
    return [{ name: 'endRun', args: [tenantId, runId, ending] }];
  },
};
