/** The job kind `model_export`, without the code of its task. Its resource is the model. */
import type { TaskKind } from '../../../platform/jobs/task.ts';

export const modelExportKind: TaskKind = {
  kind: 'model_export',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
};
