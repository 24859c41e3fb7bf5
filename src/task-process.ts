/** One task in a process of its own: a part of the composition root. */
import type { Settings } from './config.ts';
import { serveTask } from './jobs/process/serve-task.ts';
import { openTaskParts, openTasks } from './open-tasks.ts';

await serveTask(async (setup) => {
  const parts = await openTaskParts(setup as Settings, {
    onError: (where, error) => process.stderr.write(`${where}: ${String(error)}\n`),
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  return { tasks: openTasks(parts), close: () => parts.close() };
});
