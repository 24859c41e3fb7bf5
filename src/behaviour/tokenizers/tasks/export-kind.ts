/** The kind `tokenizer_export`, apart from its task, so that the server need not load it. */
import type { TaskKind } from '../../../platform/jobs/task.ts';

export const tokenizerExportKind: TaskKind = {
  kind: 'tokenizer_export',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
};
