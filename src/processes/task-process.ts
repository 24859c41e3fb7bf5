/** Entry file of a process that runs one task. */

import { openTaskParts } from '../composition/open-task-parts.ts';
import { openTasks } from '../composition/open-tasks.ts';
import { openTracing } from '../composition/open-tracing.ts';
import type { Settings } from '../platform/config/settings.ts';
import { serveTask } from '../platform/jobs/process/serve-task.ts';

await serveTask(async (setup) => {
  const onNotice = (notice: string) => void process.stderr.write(`${notice}\n`);
  const endTracing = await openTracing(setup as Settings, onNotice);
  const parts = await openTaskParts(setup as Settings, {
    onError: (where, error) => process.stderr.write(`${where}: ${String(error)}\n`),
    onNotice,
  });
  const close = async () => {
    await parts.close();
    await endTracing();
  };
  return { tasks: openTasks(parts), close };
});
