import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers the priority of the whole process to a niceness of 1 to 19. On Linux niceness belongs to a thread.
 * Set for the process, it reaches the main thread and those that start later, but not V8's threads for
 * garbage collection and compilation. These would still compete with a server on the same machine, so it is
 * set for every thread. Does nothing where the system does not allow it: a task works at any priority.
 */
export function lowerPriority(niceness: number): void {
  for (const thread of [0, ...threadsOfProcess()]) {
    try {
      setPriority(thread, niceness);
    } catch {
      // The thread has ended, or the system does not allow it.
    }
  }
}

/** Empty where the system does not list them. */
function threadsOfProcess(): readonly number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}
