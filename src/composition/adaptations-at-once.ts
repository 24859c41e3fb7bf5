/** How many adaptations run side by side: as many as cores and memory allow, one at least. */
import type { Settings } from '../platform/config/settings.ts';
import { taskMemoryLimit } from '../platform/jobs/process/task-processes.ts';

/** The rest of the memory is for the server. */
const MEMORY_SHARE = 0.75;

export function adaptationsAtOnce(
  { trainingThreads, jobMemoryMib }: Pick<Settings, 'trainingThreads' | 'jobMemoryMib'>,
  machine: { readonly cores: number; readonly memoryBytes: number },
): number {
  const byCores = machine.cores / trainingThreads;
  const byMemory = (MEMORY_SHARE * machine.memoryBytes) / taskMemoryLimit(jobMemoryMib);
  return Math.max(1, Math.floor(Math.min(byCores, byMemory)));
}
