/** `tokenizer_export`, without the code that does it. */
import type { TaskKind } from '../../jobs/task.ts';

export const tokenizerExportKind: TaskKind = {
  kind: 'tokenizer_export',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
};
