/** One task in a process of its own: a part of the composition root. */

import { openTaskParts, openTasks } from '../composition/open-tasks.ts';
import type { Settings } from '../config/settings.ts';
import { serveTask } from '../jobs/process/serve-task.ts';

await serveTask(async (setup) => {
  const parts = await openTaskParts(setup as Settings, {
    onError: (where, error) => process.stderr.write(`${where}: ${String(error)}\n`),
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  return { tasks: openTasks(parts), close: () => parts.close() };
});
