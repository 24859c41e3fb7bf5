/** Entry file of a process that runs one task. */

import { openTaskParts } from '../composition/open-task-parts.ts';
import { openTasks } from '../composition/open-tasks.ts';
import type { Settings } from '../config/settings.ts';
import { serveTask } from '../jobs/process/serve-task.ts';

await serveTask(async (setup) => {
  const parts = await openTaskParts(setup as Settings, {
    onError: (where, error) => process.stderr.write(`${where}: ${String(error)}\n`),
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  return { tasks: openTasks(parts), close: () => parts.close() };
});
