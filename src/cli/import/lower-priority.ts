import { constants, setPriority } from 'node:os';

/**
 * Lets the server beside an import have the processor first: an import takes every core there is, and whoever waits for a
 * match would wait for it. Alone it is as fast as ever. Threads that begin later inherit it. A system that
 * does not let a process lower its own priority goes on with the one it has.
 */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Nothing depends on it.
  }
}
